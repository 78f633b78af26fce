import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import { listActs } from '../../api/db/editorial-tables.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { makeCategory, makeEntry } from '../../testing/makers.ts';
import { createHttpStudioClient, makeUser } from '../../testing/studio.ts';
import { type Counts, count, type ProofSite } from './proof-site.ts';

const list = 'TRIVIA';
const [categoryCount, entriesOfCategory] = [5, 3];

const choose = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T;

/** Drags an item, describes one, or merges two and takes that back, as somebody who saw the list a moment ago. */
async function actOnce(studio: StudioClient, marker: string): Promise<void> {
  const { items } = await studio.call('listItems', { list });
  await sleep(randomInt(200));
  const base = items.map(({ id }) => id);
  const { id, fields } = choose(items);
  const act = randomInt(10);
  if (act < 4) {
    const order = base.filter((each) => each !== id);
    order.splice(randomInt(base.length), 0, id);
    await studio.call('orderList', { list, base, order });
  } else if (act < 8) {
    await studio.call('changeListItem', { list, id, base: fields, fields: { description: marker } });
  } else {
    const into = choose(base.filter((each) => each !== id));
    const merged = await studio.call('mergeListItems', { list, id, into });
    await sleep(randomInt(500));
    await studio.call('undoListAct', { id: merged.act });
  }
}

/**
 * Lets people change one list at once while the server is killed. Returns what was lost: a description that an act
 * replaced unseen, a place that a drag replaced unseen, an item, or the category of an entry or a draft.
 */
export async function editList({ site, ctx }: ProofSite, people: number, acts: number, counts: Counts) {
  const expected = new Map<number, string>();
  const described = new Map<number, string>();
  for (let number = 0; number < categoryCount; number++) {
    const { id, slug, description } = await makeCategory(ctx, list, { position: number });
    described.set(id, description);
    for (let each = 0; each < entriesOfCategory; each++)
      expected.set((await makeEntry(ctx, list, { categoryId: id })).id, slug);
  }
  const users = await Promise.all(Array.from({ length: people }, () => makeUser(ctx, 'EDITOR')));
  const [first] = users;
  if (!first) throw new Error('Nobody changes the list');
  const [{ id: before } = { id: 0 }] = await ctx.db.select().from(listActs).orderBy(desc(listActs.id)).limit(1);
  await Promise.all(
    users.map(async ({ token }, person) => {
      const studio = createHttpStudioClient(() => site.address, token);
      for (let done = 0; done < acts; done++)
        await actOnce(studio, `l${person}-${done}`).then(
          () => count(counts, 'acts on lists'),
          async (error: unknown) => {
            if (!isApiFailure(error)) throw error;
            count(counts, error.status === 409 ? 'refused acts on lists' : 'failed acts on lists');
            // The server may be gone just now.
            await sleep(200);
          },
        );
    }),
  );
  // Merges whose undo was lost with the server or its answer.
  const isOfList = and(eq(listActs.list, list), gt(listActs.id, before));
  const merges = await ctx.db
    .select()
    .from(listActs)
    .where(and(isOfList, eq(listActs.kind, 'MERGE'), isNull(listActs.undoneAt)))
    .orderBy(desc(listActs.id));
  for (const { id } of merges) await first.client.call('undoListAct', { id });

  const wrong: string[] = [];
  const { items } = await first.client.call('listItems', { list });
  for (const [id, text] of described) {
    let known = text;
    const changes = await ctx.db
      .select()
      .from(listActs)
      .where(and(isOfList, eq(listActs.kind, 'CHANGE'), eq(listActs.itemId, id)))
      .orderBy(asc(listActs.id));
    for (const { change } of changes) {
      if (change?.before?.description !== known) wrong.push(`category ${id}: ${known} was replaced unseen`);
      known = String(change?.after?.description);
    }
    const now = items.find((item) => item.id === id)?.fields.description;
    if (now !== known) wrong.push(`category ${id}: ${known} was lost, there is ${now}`);
  }
  const recorded = await ctx.db.select().from(listActs).where(isOfList).orderBy(asc(listActs.id));
  for (const [index, { kind, change }] of recorded.entries()) {
    const last = recorded[index - 1];
    // A merge takes an item from its place, and its undo puts it back.
    if (kind !== 'ORDER' || last?.kind !== 'ORDER' || change?.orderBefore?.length !== last.change?.orderAfter?.length)
      continue;
    if (String(change?.orderBefore) !== String(last.change?.orderAfter))
      wrong.push(`the order ${last.change?.orderAfter} was replaced unseen`);
  }
  for (const [id, slug] of expected) {
    const { content } = await first.client.call('openEntry', { id });
    if (content.category !== slug) wrong.push(`entry ${id} has the category ${content.category} instead of ${slug}`);
  }
  return wrong;
}
