import { expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';

it('compiles no query, whatever the server is set to: on PostgreSQL’s own default that took seconds', async () => {
  const database = await openTestDatabase();
  await database.pool.query('select 1');
  const { rows } = await database.pool.query("select source, setting from pg_settings where name = 'jit'");
  expect(rows).toEqual([{ source: 'client', setting: 'off' }]);
  await database.close();
});
