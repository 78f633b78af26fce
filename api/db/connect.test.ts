import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../server/folders.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectDatabase } from './connect.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('runs without JIT and with a statement timeout, whatever the settings of the server', async () => {
  const { rows } = await database.pool.query(
    "select name, source, setting from pg_settings where name in ('jit', 'statement_timeout') order by name",
  );
  expect(rows).toEqual([
    { name: 'jit', source: 'session', setting: 'off' },
    { name: 'statement_timeout', source: 'session', setting: '10000' },
  ]);
});

it('opens a connection without startup parameters that PgBouncer refuses', async () => {
  const { pool, close } = connectDatabase(database.config);
  const client = await pool.connect();
  // pg's types lack this method.
  const sent = (client as unknown as { getStartupConf(): object }).getStartupConf();
  client.release();
  await close();
  expect(Object.keys(sent).sort()).toEqual(['application_name', 'database', 'user']);
});

describe('a connection that PostgreSQL ends', () => {
  it('between two statements of a transaction fails that transaction only', async () => {
    const { db, pool, close } = connectDatabase({ ...database.config, max: 1 });
    let ended = false;
    pool.once('acquire', (client) => client.once('end', () => (ended = true)));
    const broken = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // The error must reach the client while nothing waits for it.
      await expect.poll(() => ended).toBe(true);
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it('at the start of a transaction is returned to the pool', async () => {
    const { db, pool, close } = connectDatabase({ ...database.config, max: 1, connectionTimeoutMillis: 5_000 });
    pool.once('acquire', (client) => {
      // pg's types lack this property.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    });
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  });
});

it('with an unfinished transaction is closed', async () => {
  const { db, pool, close } = connectDatabase({ ...database.config, max: 1 });
  const readPid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await readPid();
  const removed = once(pool, 'remove');
  const lost = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(lost).rejects.toThrow();
  await removed;
  expect(await readPid()).not.toBe(before);
  await close();
});

it('sends statements that a transaction starts at once one after another, as pg 9 requires', async () => {
  // The warning of pg appears once in a process, so the statements run in a process of their own.
  const program = `
    import { sql } from 'drizzle-orm';
    import { connectDatabase } from './api/db/connect.ts';
    const { db, close } = connectDatabase(JSON.parse(process.env.DATABASE_CONFIG));
    const results = await db.transaction((tx) =>
      Promise.all(['1', '2', '1 / 0', '4'].map((each) =>
        tx.execute(sql.raw('select ' + each + ' as n')).then(({ rows }) => rows[0].n, () => 'failed'))))
      .catch((error) => error.message);
    console.log(JSON.stringify(results));
    await close();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--throw-deprecation', '--input-type=module', '--eval', program],
    { cwd: projectFolder, env: { ...process.env, DATABASE_CONFIG: JSON.stringify(database.config) } },
  );
  expect(JSON.parse(stdout)).toEqual([1, 2, 'failed', 'failed']);
});
