import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { setUpDatabase } from '../../testing/set-up.ts';
import { advisoryLockKeys } from './claim-run.ts';
import { connectDatabase } from './connect.ts';

const database = await setUpDatabase();

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

it('sends the statements of one turn of the event loop on one connection, and each fails alone', async () => {
  const { db, close } = connectDatabase(database.config);
  const read = (text: string) => db.execute<{ value: unknown }>(sql.raw(text)).then(({ rows }) => rows[0]?.value);
  const asked = ['select pg_backend_pid() as value', 'select 1 / 0 as value', 'select pg_backend_pid() as value'];
  const [first, failed, third] = await Promise.allSettled(asked.map(read));
  expect(first).toEqual({ status: 'fulfilled', value: expect.any(Number) });
  expect(third).toEqual(first);
  expect(failed?.status).toBe('rejected');
  await close();
});

it('runs statements that a transaction starts at once in their order', async () => {
  const { db, close } = connectDatabase(database.config);
  const values = await db
    .transaction((tx) =>
      Promise.allSettled(
        ['1', '2', '1 / 0', '4'].map(async (each) => (await tx.execute(sql.raw(`select ${each} as n`))).rows[0]?.n),
      ),
    )
    .catch((error: unknown) => error);
  expect(values).toMatchObject([{ value: 1 }, { value: 2 }, { status: 'rejected' }, { status: 'rejected' }]);
  await close();
});

it('has PostgreSQL plan a statement once, whatever its parameters', async () => {
  const { db, close } = connectDatabase({ ...database.config, max: 1 });
  try {
    for (const slug of ['a', 'b', 'c']) await db.execute(sql`select id from entries where slug = ${slug}`);
    const { rows } = await db.execute<{ statement: string; runs: number }>(
      sql`select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`,
    );
    expect(rows).toContainEqual({ statement: 'select id from entries where slug = $1', runs: 3 });
  } finally {
    await close();
  }
});

it('stops naming statements if their number grows without limit', async () => {
  const { db, close } = connectDatabase({ ...database.config, max: 1 });
  try {
    for (let index = 0; index < 400; index++) {
      const { rows } = await db.execute<{ one: number }>(sql.raw(`select 1 as one, ${index} as made`));
      expect(rows[0]?.one).toBe(1);
    }
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_prepared_statements`,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(300);
  } finally {
    await close();
  }
});

it('no two locks share a key', () => {
  const keys = Object.values(advisoryLockKeys);
  expect(new Set(keys).size).toBe(keys.length);
});
