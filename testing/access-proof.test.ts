import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getRunKey } from '../api/db/claim-run.ts';
import type { Database } from '../api/db/connect.ts';
import { draftTexts, presences, sessions } from '../api/db/studio-tables.ts';
import { files, outbox, rateLimitCounts, sharedValues, teamMembers } from '../api/db/tables.ts';
import { hashTables, listChangedTables, makeSignedInUser } from './access-proof.ts';
import { setUpDatabase } from './set-up.ts';

const database = await setUpDatabase();
await makeSignedInUser(database.db, 'READER');

const id = crypto.randomUUID();
const member = {
  slug: 'eve',
  name: 'Eve',
  role: 'Eve',
  focus: 'None',
  joined: 2020,
  positionId: 1,
  body: '',
  html: '',
};
const file = { token: id, name: 'a.txt', contentType: 'text/plain', bytes: 1, sha256: '', storageKey: id };

type Change = (db: Database) => Promise<unknown>;

const seen: Record<string, Change> = {
  outbox: (db) => db.insert(outbox).values({ recipient: 'eve@example.org', subject: '', body: '' }),
  files: (db) => db.insert(files).values(file),
  team_members: (db) => db.insert(teamMembers).values({ ...member, position: 1 }),
  draft_texts: (db) => db.insert(draftTexts).values({ entryId: 1, title: 'Draft', search: sql`''::tsvector` }),
  presences: (db) => db.insert(presences).values({ entryId: 1, sessionId: id }),
  sessions: (db) => db.update(sessions).set({ confirmedAt: sql`now() + interval '1 hour'` }),
};

const unseen: Record<string, Change> = {
  'the count of a rate limit': (db) => db.insert(rateLimitCounts).values({ key: 'a', points: 1 }),
  'the run of a maintenance job': (db) => db.insert(sharedValues).values({ name: getRunKey('holds'), value: 'now' }),
  'the last use of a session': (db) => db.update(sessions).set({ seenAt: sql`now() + interval '1 hour'` }),
};

/** Returns the tables whose hash a change changes. Foreign keys are not checked, so that one row is enough. */
async function listSeen(change: Change): Promise<string[]> {
  const before = await hashTables(database.db);
  return database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await change(tx);
    return listChangedTables(tx, before);
  });
}

it.each(Object.entries(seen))('a change of the table %s is seen', async (table, change) => {
  expect(await listSeen(change)).toEqual([table]);
});

it.each(Object.entries(unseen))('%s, which a refused call may change, is not seen as a change', async (_, change) => {
  expect(await listSeen(change)).toEqual([]);
});
