import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpDatabase } from '../../testing/set-up.ts';
import { logRecords } from '../db/studio-tables.ts';
import { sharedValues } from '../db/tables.ts';
import { cutLog } from './cut.ts';
import { recordToLog } from './record.ts';
import { hashRecord, sealLog } from './seal.ts';
import { verifyLog } from './verify.ts';

const database = await setUpDatabase();

it('numbers what several people did at once without a gap, and leaves out what was rolled back', async () => {
  const acts = Array.from({ length: 40 }, (_, index) =>
    database.db
      .transaction(async (tx) => {
        await recordToLog({ db: tx }, { kind: 'entry.PUBLISH', by: index, id: index, facts: { b: 'é', a: index } });
        if (index % 4 === 0) throw new Error('rolled back');
      })
      .catch(() => undefined),
  );
  await Promise.all([...acts, sealLog(database), sealLog(database)]);
  const head = await sealLog(database);
  const rows = (await database.db.select().from(logRecords)).sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  let hash = '';
  for (const [index, row] of rows.entries()) {
    hash = hashRecord(hash, index + 1, row);
    expect([row.number, row.hash?.toString('hex')]).toEqual([index + 1, hash]);
  }
  expect(head).toEqual({ number: 30, hash });
  expect(rows.map(({ doneBy }) => doneBy).sort()).toEqual([...acts.keys()].filter((index) => index % 4).sort());
});

it('lets the site neither change nor remove a record', async () => {
  await recordToLog(database, { kind: 'privacy.FIND', by: null });
  for (const seal of [false, true]) {
    if (seal) await sealLog(database);
    for (const sql of ["update log_records set kind = 'x'", 'delete from log_records', 'truncate log_records'])
      await expect(database.pool.query(sql)).rejects.toThrow('The log is append-only');
  }
});

describe('a superuser who changes the log', () => {
  const forgetHead = "delete from shared_values where name = 'log_head'";
  let head = { number: 0, hash: '' };
  beforeEach(async () => {
    await tamper(`delete from log_records; ${forgetHead}`);
    const records = Array.from({ length: 12 }, (_, id) => ({ kind: 'entry.PUBLISH', by: 1, id }) as const);
    await recordToLog(database, ...records);
    head = await sealLog(database);
  });

  /** Runs SQL without the triggers, as a superuser can. */
  async function tamper(sql: string): Promise<void> {
    await database.pool.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  }

  const swap =
    'update log_records set number = -number where number in (4, 9); update log_records set number = 13 + number where number < 0';

  it.each([
    ['nothing', 'select 1', []],
    ['a value', 'update log_records set done_by = 2 where number = 5', ['Record 5 was changed.']],
    ['a fact', `update log_records set facts = '{"a":1}' where number = 12`, ['Record 12 was changed.']],
    [
      'the time',
      "update log_records set done_at = done_at - interval '1 ms' where number = 1",
      ['Record 1 was changed.'],
    ],
    ['a hash', "update log_records set hash = sha256('') where number = 5", ['Record 5 was changed.']],
    ['a record that is gone', 'delete from log_records where number = 5', ['Record 5 was removed.']],
    ['the first ones', 'delete from log_records where number < 4', ['Records 1 to 3 were removed.']],
    ['the order', swap, ['Record 9 was record 4, and was moved.', 'Record 4 was record 9, and was moved.']],
    [
      'a record that is gone, with the others moved up',
      `delete from log_records where number = 5; update log_records set number = -number where number > 5;
        update log_records set number = -number - 1 where number < 0`,
      [5, 6, 7, 8, 9, 10, 11]
        .map((number) => `Record ${number} was changed.`)
        .concat('Record 12 was removed. It was the last one.'),
    ],
    [
      'the end',
      'delete from log_records where number > 9',
      ['Records 10 to 12 were removed. They were the last ones.'],
    ],
    ['all of it', 'delete from log_records', ['Records 1 to 12 were removed. They were the last ones.']],
  ])('is found out: %s', async (_, sql, problems) => {
    await tamper(sql);
    expect((await verifyLog(database)).problems).toEqual(problems);
  });

  it('is found out after further acts: an end that was removed, and a log that was written anew', async () => {
    const records = Array.from({ length: 15 }, () => ({ kind: 'privacy.FIND', by: 1 }) as const);
    await tamper('delete from log_records where number > 9');
    await recordToLog(database, ...records);
    expect((await verifyLog(database)).problems).toEqual(['Records 10 to 12 were removed.']);

    const [noted] = await database.db.select().from(sharedValues).where(eq(sharedValues.name, 'log_head'));
    await tamper(`delete from log_records; ${forgetHead}`);
    await recordToLog(database, ...records);
    await sealLog(database);
    // If the note in the database is changed too, only a number and a hash that were kept elsewhere show it.
    const replaced = ['Record 12 is another than the one that was noted.'];
    expect((await verifyLog(database)).problems).toEqual([]);
    expect((await verifyLog(database, [head])).problems).toEqual(replaced);
    await database.db.update(sharedValues).set({ value: noted?.value }).where(eq(sharedValues.name, 'log_head'));
    await recordToLog(database, ...records);
    expect((await verifyLog(database)).problems).toEqual(replaced);
  });
});

it('keeps the log as long as the operator says, and verifies what is left', async () => {
  await database.pool.query(`begin; set local session_replication_role = replica;
    delete from log_records; delete from shared_values where name = 'log_head'; commit`);
  const age = (months: number) => sql`now() - make_interval(months => ${months})`;
  const kept = { kind: 'entry.PUBLISH', doneBy: 1, facts: {} } as const;
  for (const months of [30, 20, 13, 1]) await database.db.insert(logRecords).values({ ...kept, doneAt: age(months) });
  await sealLog(database);
  expect(await cutLog(database, undefined)).toBe(0);
  await expect(database.pool.query('delete from log_records where number = 1')).rejects.toThrow('append-only');
  expect(await cutLog(database, 18)).toBe(2);
  expect(await cutLog(database, 18)).toBe(0);
  expect(await verifyLog(database)).toMatchObject({ count: 3, first: 3, problems: [] });
  await database.pool.query(`begin; set local session_replication_role = replica;
    delete from log_records where number = 3; commit`);
  expect((await verifyLog(database)).problems).toEqual(['Records 1 to 3 were removed.']);
});
