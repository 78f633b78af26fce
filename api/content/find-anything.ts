import { ilike, isNull, or, sql } from 'drizzle-orm';
import { isCategoryList, type ListName, listNames } from '../../contract/studio/list-names.ts';
import { isPermitted } from '../../contract/studio/token-scopes.ts';
import type { Caller, Context } from '../context.ts';
import { createContainsPattern, media, users } from '../db/index.ts';
import { listMessages } from '../messages/index.ts';
import { requireActor } from '../people/index.ts';
import { findContent } from './drafts/list.ts';
import { getListTable } from './lists/rows.ts';

/** How many are found of each kind; of entries more, and without a text those that were saved last. */
const [most, mostEntries] = [4, 8];

/** Returns the items of all lists whose names contain a text, the shortest names first. */
async function findItems({ db }: Context, pattern: string): Promise<{ id: number; list: ListName; name: string }[]> {
  const selects = listNames.map((list) => {
    const name = sql.raw(isCategoryList(list) || list === 'TEAM' ? 'name' : 'label');
    const ofType = isCategoryList(list) ? sql`and type = ${list}` : sql``;
    return sql`select id::int, ${list} as list, ${name} as name from ${getListTable(list)}
      where merged_into_id is null and ${name} ilike ${pattern} ${ofType}`;
  });
  const { rows } = await db.execute<{ id: number; list: ListName; name: string }>(
    sql`select * from (${sql.join(selects, sql` union all `)}) as found order by length(name), name limit ${mostEntries}`,
  );
  return rows;
}

/** Returns the pictures whose name or description contains a text. */
async function findPictures({ db }: Context, pattern: string) {
  const { name, alt } = media;
  const found = await db
    .select({ name, alt })
    .from(media)
    .where(or(ilike(name, pattern), ilike(alt, pattern)))
    .orderBy(name)
    .limit(most);
  return found.map((picture) => ({ ...picture, alt: picture.alt ?? '' }));
}

async function findUsers({ db }: Context, pattern: string) {
  const { id, name, email, disabledAt } = users;
  return db
    .select({ id, name, email })
    .from(users)
    .where(sql`${or(ilike(name, pattern), ilike(email, pattern))} and ${isNull(disabledAt)}`)
    .orderBy(name)
    .limit(most);
}

/** Returns what the command palette leads to, as far as the user may read it. Without a text: the newest entries. */
export async function findAnything(ctx: Context, { q }: { q: string }, caller: Caller) {
  const actor = requireActor(caller);
  if (!q) return { entries: await findContent(ctx, q, most), items: [], pictures: [], users: [], messages: [] };
  const pattern = createContainsPattern(q);
  const [entries, items, pictures, found, messages] = await Promise.all([
    findContent(ctx, q, mostEntries),
    findItems(ctx, pattern),
    findPictures(ctx, pattern),
    isPermitted(actor, 'manage-users') ? findUsers(ctx, pattern) : [],
    isPermitted(actor, 'read-messages') ? listMessages(ctx, { q, size: most }, caller) : null,
  ]);
  return {
    entries,
    items,
    pictures,
    users: found,
    messages: (messages?.items ?? []).map(({ reference, name, excerpt }) => ({ reference, name, excerpt })),
  };
}
