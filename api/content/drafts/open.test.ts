import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeEntry } from '../../../testing/makers.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { makeUser } from '../../../testing/studio.ts';
import { renameLockedEntry } from '../entries/rename.ts';
import { lockEntry } from './find.ts';

const api = await setUpApi();
const editor = await makeUser(api.ctx, 'EDITOR');

it('an entry that is renamed while it is read is opened as it was before, in every part', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'first' });
  const reading = await api.ctx.db.transaction(async (db) => {
    // The reader has read the entry when it waits for the table of former slugs.
    await db.execute(sql`lock table former_slugs in access exclusive mode`);
    const opened = editor.client.call('openEntry', { id });
    const countWaiting = async () => {
      const { rows } = await db.execute(sql`select from pg_locks where not granted
        and relation = 'former_slugs'::regclass`);
      return rows.length;
    };
    await expect.poll(countWaiting).toBe(1);
    await renameLockedEntry({ db }, await lockEntry({ db }, id), 'second', null);
    // In an array, because a transaction that returned the promise would wait for it.
    return [opened];
  });
  expect(await reading[0]).toMatchObject({ entry: { slug: 'first' }, formerSlugs: [] });
  const reopened = await editor.client.call('openEntry', { id });
  expect(reopened).toMatchObject({ entry: { slug: 'second' }, formerSlugs: ['first'] });
});
