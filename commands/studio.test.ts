import { expect, it } from 'vitest';
import { users } from '../api/db/studio-tables.ts';
import { runSiteCommand as run } from '../testing/run-site.ts';
import { setUpCommandDatabase } from '../testing/set-up.ts';

const database = await setUpCommandDatabase();

it('prints a link for the first owner, invites, lists and resets users', async () => {
  const link = /^http:\/\/localhost:3000\/studio\/\S+\n$/;
  expect((await run('studio', 'set-up')).output).toMatch(link);
  const invited = await run('studio', 'invite', 'ada@example.com', 'owner', 'Ada', 'Lovelace');
  expect(invited).toEqual({ code: 0, output: expect.stringMatching(link), errors: '' });
  await database.db.insert(users).values({ name: 'Ada Lovelace', email: 'ada@example.com', role: 'OWNER' });
  const listed = { code: 0, output: 'OWNER     ada@example.com  Ada Lovelace\n', errors: '' };
  expect(await run('studio')).toEqual(listed);
  expect(await run('studio', 'list')).toEqual(listed);
  expect((await run('studio', 'reset', 'ada@example.com')).output).toMatch(link);
  expect(await run('studio', 'set-up')).toMatchObject({ code: 1, errors: expect.stringMatching(/^There are users/) });
});

it.each([
  [['invite', 'ada@example.com', 'boss', 'Ada'], 'There is no role "boss".'],
  [['invite', 'ada@example.com', 'owner'], "missing required argument 'name'"],
  [['reset'], "missing required argument 'e-mail'"],
  [['reset', 'nobody@example.com'], 'nobody@example.com'],
])('reports the problem with %j, and ends with 1', async (words, message) => {
  const { code, output, errors } = await run('studio', ...words);
  expect([code, output, errors]).toEqual([1, '', expect.stringContaining(message)]);
});
