import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isNotNull, sql } from 'drizzle-orm';
import { revisions, submissions } from '../api/db/tables.ts';
import { buildIfStale } from '../server/build.ts';
import { openDatabase } from '../server/database/database.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startSiteProcess } from '../testing/running-site.ts';
import { countLost, findFormBreaches, startFormStream } from './faults/forms.ts';
import { findPageBreaches, startPageStream } from './faults/read-pages.ts';
import { findGrowth, type SoakSample } from './parts/find-growth.ts';

// Runs a site for a long time under readers, searches, forms and edits, and samples memory, open files and the size of
// the database. Ends with 1 if any of them grows: `npm run prove -- soak --minutes 30`.

const pages = ['/', '/blogs', '/what-we-do', '/our-plans', '/search?q=cache', '/trivia', '/about-us', '/search?q=dns'];
/** In ten minutes fewer than `totalLimits.mailed`, from which on the mails of a form are held. */
const formsPerSecond = 1.5;
const editInterval = 500;

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } }).values;
const duration = Number(minutes) * 60_000;
if (!(duration > 0)) throw new Error(`--minutes must be a positive number, not "${minutes}".`);
const samples: SoakSample[] = [];

await buildIfStale();
const folder = await makeDataFolder('site-soak-');
const site = await startSiteProcess({ dataDir: folder, env: { TRUST_PROXY: '1' }, isSmallMachine: true });
const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
const { pid } = site.process;

async function takeSample(): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const { rows } = await database.db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  );
  samples.push({
    memory: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024,
    openFiles: (await readdir(`/proc/${pid}/fd`)).length,
    databaseBytes: Number(rows[0]?.bytes ?? 0),
    stored: await database.db.$count(submissions),
  });
}

const reads = startPageStream([site.address], pages, 4);
const forms = startFormStream([site.address], formsPerSecond);
const end = performance.now() + duration;
let edits = 0;
while (performance.now() < end) {
  await database.db
    .update(revisions)
    .set({ summary: sql`${revisions.summary} || ''` })
    .where(sql`id = (select id from revisions order by random() limit 1)`);
  edits += 1;
  if (edits % Math.max(1, Math.round(duration / editInterval / 300)) === 0) await takeSample();
  await sleep(editInterval);
}
await Promise.all([reads.stop(), forms.stop()]);
const lost = await countLost(database.db, forms.acknowledged);
const held = await database.db.$count(submissions, isNotNull(submissions.quarantinedFor));
await database.close();
await site.stop();

const growth = findGrowth(samples);
const last = samples.at(-1);
const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`;
console.log(`${minutes} minutes: ${reads.answered} pages, ${forms.acknowledged.length} forms, ${edits} edits`);
console.log(`pages failed         ${reads.failed}`);
console.log(`memory               ${last?.memory.toFixed(0)} MB, growth ${formatPercent(growth.memory)}`);
console.log(`open files           ${last?.openFiles}, growth ${formatPercent(growth.openFiles)}`);
console.log(`database             ${growth.bytesPerForm.toFixed(0)} bytes for each stored form`);
const breaches = [
  ...findPageBreaches(reads),
  ...findFormBreaches(forms, lost),
  ...(held > 0 ? [`the mails of ${held} forms are held`] : []),
  ...growth.breaches,
];
console.log(breaches.length === 0 ? 'All figures are flat.' : `BREACH\n${breaches.join('\n')}`);
process.exitCode = breaches.length === 0 ? 0 : 1;
