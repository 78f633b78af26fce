import { expect, it } from 'vitest';
import { setUpDatabase } from '../../testing/set-up.ts';
import { logRecords } from '../db/studio-tables.ts';
import { recordToLog } from './record.ts';
import { hashRecord, sealLog } from './seal.ts';

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
