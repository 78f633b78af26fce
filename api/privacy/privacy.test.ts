import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeMail, makeSubmission } from '../../testing/message-makers.ts';
import { consultations, files, outbox, submissions } from '../db/tables.ts';
import { erasePersonal } from './erase.ts';
import { exportPersonal } from './export.ts';
import { impersonalTables, personalPlaces } from './places.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(submissions);
  await database.db.delete(outbox);
});

describe('what is stored about an address', () => {
  it('is found and erased wherever it is, whatever its case, and nobody else’s', async () => {
    const company = 'inbox@site.example';
    const hers = await makeSubmission(database, { email: 'Ada+x@Example.org' });
    await makeMail(database, { submissionId: hers.id, recipient: 'Ada+x@Example.org', sentAt: new Date() });
    await makeMail(database, { submissionId: hers.id, recipient: company, replyTo: 'Ada+x@Example.org' });
    await makeMail(database, { recipient: 'ADA+X@EXAMPLE.ORG', subject: 'to her, of no submission' });
    await makeMail(database, { recipient: company, replyTo: 'ada+x@example.org', subject: 'for her' });
    await makeMail(database, { recipient: company, body: 'It was ada+x@example.org.' });
    const moment = new Date('2030-01-07T10:00:00Z');
    await database.db.insert(consultations).values({
      adviser: 1,
      during: sql`tstzrange(${moment}, ${moment}::timestamptz + interval '30 minutes')`,
      status: 'BOOKED',
      timeZone: 'Europe/London',
      submissionId: hers.id,
    });
    const stored = { contentType: 'application/pdf', bytes: 1, sha256: 'x' };
    await database.db
      .insert(files)
      .values({ ...stored, token: randomUUID(), storageKey: randomUUID(), name: 'her.pdf', submissionId: hers.id });
    const his = await makeSubmission(database, { email: 'bada+x@example.org', message: 'I know ada+x@example.org' });
    await makeMail(database, { submissionId: his.id, recipient: company, body: 'I know ada+x@example.org' });
    await makeMail(database, {
      recipient: company,
      body: 'bada+x@example.org, ada+x@example.organic, adaxx@example.org',
    });

    const found = await exportPersonal(database, 'ada+X@example.ORG');
    expect(Object.entries(found).map(([table, rows]) => [table, rows.length])).toEqual([
      ['consultations', 1],
      ['files', 1],
      ['outbox', 5],
      ['submissions', 1],
    ]);
    expect(await erasePersonal(database, 'ada+X@example.ORG')).toEqual({
      consultations: 1,
      files: 1,
      outbox: 5,
      submissions: 1,
    });
    expect((await database.db.select().from(submissions)).map(({ id }) => id)).toEqual([his.id]);
    expect(await database.db.select().from(outbox)).toHaveLength(2);
    expect(await erasePersonal(database, 'ada+X@example.ORG')).toEqual({
      consultations: 0,
      files: 0,
      outbox: 0,
      submissions: 0,
    });
    // Its bytes go with the next removal of files that nothing needs.
    const [file] = await database.db.select().from(files);
    expect([file?.name, file?.submissionId, file?.createdAt]).toEqual(['', null, new Date(0)]);
  });

  it('has a place for every table that is not said to hold nothing of people', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    const placed = personalPlaces.map(({ table }) => table);
    expect([...placed, ...impersonalTables].sort()).toEqual(rows.map(({ name }) => name));
  });

  it('is not in a table that is said to hold nothing of people, by the names of its columns', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any($1)
        and column_name ~ '(^|_)(e?mail|recipient|reply_to|sender|message|phone|number|contact|company|address|ip|visitor|device|person)(_|$)'`,
      [impersonalTables],
    );
    // The running number of an entry's revision; a browser's random name, which leads to nobody's address.
    expect(rows.map(({ name }) => name).sort()).toEqual(['revisions.number', 'views.device']);
  });
});
