import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { sealLog } from '../api/log/seal.ts';
import { verifyLog } from '../api/log/verify.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import type { Role } from '../contract/studio/permissions.ts';
import { openDatabase } from '../server/database/database.ts';
import { projectFolder } from '../server/folders.ts';
import { createApiContext } from '../testing/api-context.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startKillableSite } from '../testing/killable-site.ts';
import { makeSubmission } from '../testing/message-makers.ts';
import { createHttpStudioClient, makeUser, type TestUser } from '../testing/studio.ts';
import { runProof } from './studio-proofs/proof-sites.ts';

// Six people do many kinds of acts at once, while the server is killed with SIGKILL twice. Then every act that was
// acknowledged is in the log once, and the log is verified. Afterwards the owner of the tables changes, removes and
// moves records and cuts off the end, and `npx site log verify` names each.

const acts = Number(process.argv[2] ?? 600);
const people: readonly Role[] = ['OWNER', 'OWNER', 'EDITOR', 'EDITOR', 'OPERATOR', 'OPERATOR'];
const kills = 2;

const dataDir = await makeDataFolder('prove-log-');
const local = { DATA_DIR: dataDir, DATABASE_URL: undefined };
const site = await startKillableSite(dataDir, { TRUST_PROXY: '1' });
// Another process beside the site holds the embedded database, so that it stays while the site is killed.
const database = await openDatabase(local);
const ctx = createApiContext(database.db, dataDir);
const users = await Promise.all(people.map((role, each) => makeUser(ctx, role, `Person ${each}`)));
const messages = await Promise.all(Array.from({ length: 20 }, () => makeSubmission(ctx)));

interface Act {
  kind: string;
  /** A word that only this act has in its record; empty where records of the kind are counted instead. */
  mark: string;
}

/** Returns an act that the role of a user permits. */
function chooseAct(studio: StudioClient, user: TestUser, number: number): () => Promise<Act> {
  const mark = `mark-${number}`;
  const create = async () => {
    const { id } = await studio.call('createEntry', { type: 'BLOG', title: mark });
    return { id, ...(await studio.call('openEntry', { id })) };
  };
  const byRole: Record<string, (() => Promise<Act>)[]> = {
    OWNER: [
      async () => {
        await studio.call('inviteUser', { name: mark, email: `${mark}@example.com`, role: 'READER' });
        return { kind: 'user.INVITE', mark };
      },
    ],
    EDITOR: [
      async () => {
        await create();
        return { kind: 'entry.CREATE', mark };
      },
      async () => {
        const { id, version } = await create();
        await studio.call('deleteEntry', { id, version });
        return { kind: 'entry.DELETE', mark };
      },
    ],
    OPERATOR: [
      async () => {
        const day = new Date(Date.UTC(2030, 0, 1 + number)).toISOString().slice(0, 10);
        await studio.call('setException', { adviser: 1, day, hours: [{ opens: '09:00', closes: '10:00' }] });
        return { kind: 'consultation.EXCEPTION', mark: day };
      },
      async () => {
        await studio.call('findPersonalData', { email: `${mark}@example.com` });
        return { kind: 'privacy.FIND', mark: '' };
      },
      async () => {
        const { reference = '' } = messages[number % messages.length] ?? {};
        await studio.call('noteMessage', { reference, text: mark });
        return { kind: 'message.NOTE', mark: '' };
      },
    ],
  };
  const role = people[users.indexOf(user)] ?? 'OWNER';
  const own = byRole[role] ?? [];
  return own[number % own.length] as () => Promise<Act>;
}

const acknowledged: Act[] = [];
let failed = 0;
let done = 0;

async function work(user: TestUser, each: number): Promise<void> {
  const studio = createHttpStudioClient(site.address, user.token);
  for (let number = each; number < acts; number += people.length) {
    await chooseAct(studio, user, number)().then(
      (act) => acknowledged.push(act),
      () => {
        failed += 1;
      },
    );
    done += 1;
    await site.whenReady();
  }
}

/** Runs SQL as the owner of the tables, who can switch their triggers off. */
async function tamper(statement: string): Promise<void> {
  await database.pool.query(
    `begin; alter table log_records disable trigger user; ${statement}; alter table log_records enable trigger user; commit`,
  );
}

/** Runs `npx site log verify`. Returns what it printed. */
function runVerify(): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(process.execPath, ['commands/bin/site.js', 'log', 'verify'], {
    cwd: projectFolder,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    encoding: 'utf8',
  });
  return { status, output: stdout };
}

/** Changes the log, and returns what is wrong with what the command says of it. Puts the log back afterwards. */
async function checkFound(what: string, statement: string, expected: string): Promise<string[]> {
  await database.pool.query('drop table if exists kept_log; create table kept_log as table log_records');
  await tamper(statement);
  const { status, output } = runVerify();
  await tamper(
    'delete from log_records; insert into log_records overriding system value select * from kept_log; drop table kept_log',
  );
  return status === 1 && output.includes(expected)
    ? []
    : [`${what}: the command ended with ${status} and said ${output}`];
}

await runProof(async () => {
  const working = Promise.all(users.map(work));
  for (let kill = 1; kill <= kills; kill += 1) {
    while (done < (acts * kill) / (kills + 1)) await sleep(20);
    await site.kill();
  }
  await working;
  const { number } = await sealLog(ctx);
  const wrong = (await verifyLog(ctx)).problems;
  const { rows } = await database.db.execute<{ kind: string; text: string }>(
    sql`select kind, coalesce(subject_id, '') || ' ' || facts::text as text from log_records`,
  );
  for (const { kind, mark } of acknowledged) {
    if (!mark) continue;
    const found = rows.filter((row) => row.kind === kind && new RegExp(`${mark}(?!\\d)`).test(row.text)).length;
    if (found !== 1) wrong.push(`${kind} ${mark} is ${found} times in the log`);
  }
  for (const kind of ['privacy.FIND', 'message.NOTE']) {
    const table = kind === 'privacy.FIND' ? sql`privacy_acts` : sql`message_acts`;
    const { rows: counts } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${table}`,
    );
    const recorded = rows.filter((row) => row.kind === kind).length;
    if (counts[0]?.count !== recorded) wrong.push(`${counts[0]?.count} acts ${kind}, but ${recorded} in the log`);
  }
  const { status, output } = runVerify();
  if (status !== 0) wrong.push(`the untouched log is not verified: ${output}`);
  const middle = Math.floor(number / 2);
  const swap = `update log_records set number = -number where number in (${middle}, ${middle + 3});
    update log_records set number = ${2 * middle + 3} + number where number < 0`;
  for (const [what, statement, expected] of [
    [
      'a changed user',
      `update log_records set done_by = 999 where number = ${middle}`,
      `Record ${middle} was changed.`,
    ],
    ['a changed fact', `update log_records set facts = '{"x":1}' where number = 1`, 'Record 1 was changed.'],
    ['a removed record', `delete from log_records where number = ${middle}`, `Record ${middle} was removed.`],
    ['moved records', swap, `Record ${middle + 3} was record ${middle}, and was moved.`],
    [
      'a cut end',
      `delete from log_records where number > ${number - 2}`,
      `Records ${number - 1} to ${number} were removed.`,
    ],
    ['an emptied log', 'delete from log_records', `Records 1 to ${number} were removed.`],
  ] as const)
    wrong.push(...(await checkFound(what, statement, expected)));
  const kinds = new Set(rows.map(({ kind }) => kind)).size;
  return {
    figures: `${acknowledged.length} acts acknowledged and ${failed} cut off by ${kills} kills, ${number} records of ${kinds} kinds, 6 ways to tamper; load ${loadavg()[0]?.toFixed(1)}`,
    wrong,
  };
});

await site.stop();
await database.close();
