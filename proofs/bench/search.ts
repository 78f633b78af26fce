import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { renderContentDirectly } from '../../api/content/entries/render-content.ts';
import { connectForSearch, searchEntries } from '../../api/content/search/search.ts';
import { createApi } from '../../api/http/plugin.ts';
import { getRequestUrl } from '../../contract/http/client.ts';
import { openDatabase } from '../../server/database/database.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { sampleFields } from '../../testing/makers.ts';
import { putEntry } from '../../testing/put-entry.ts';
import { getNetworkAddress } from './load.ts';
import { isPinned } from './processes.ts';
import { createSampleText, sampleWords } from './sample-text.ts';
import { findQuantile } from './statistics.ts';

// Measures search over 1,000 entries of 600 to 1,500 words. Where taskset exists, Node and PostgreSQL share one core.
// Aims: a median below 30 ms, and 150 searches a second through the API, each with other words.

const entryCount = 1_000;
const aim = 30;
const aimPerSecond = 150;
const [connections, seconds] = [8, 10];
const rounds = 40;
const queries = [
  'replication',
  'durable storage',
  'packet loss on the edge',
  '"recovery point"',
  'latenci',
  'certficate rotation',
  'backup -tape',
  'how do we move a database without downtime',
  'observ',
  'zzzyqx',
];

// Processes that this one starts, such as PostgreSQL, stay on the same core.
if (isPinned) execFileSync('taskset', ['-acp', '0', String(process.pid)], { stdio: 'ignore' });

const dataDir = await mkdtemp(join(tmpdir(), 'site-bench-'));
const database = await openDatabase({ DATA_DIR: dataDir });
const searching = connectForSearch(database.config);
const app = await createApi({ ...createApiContext(database.db, dataDir), searchDb: searching.db });
const times = new Map<string, number[]>();
let perSecond = 0;

/** Returns the searches a second, each for other words and from another network. */
async function measureRate(): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let asked = 0;
  async function work(): Promise<void> {
    while (performance.now() < end) {
      const number = asked++;
      const [a, b] = [
        sampleWords[number % sampleWords.length],
        sampleWords[Math.floor(number / sampleWords.length) % sampleWords.length],
      ];
      const { statusCode } = await app.inject({
        url: getRequestUrl('/api/search/list', { q: `${a} ${b}` }),
        remoteAddress: getNetworkAddress(number),
      });
      if (statusCode !== 200) throw new Error(`A search was answered ${statusCode}`);
    }
  }
  await Promise.all(Array.from({ length: connections }, work));
  return (asked * 1000) / (performance.now() - started);
}

try {
  await database.db.transaction(async (db) => {
    for (let index = 0; index < entryCount; index++) {
      const body = createSampleText(index);
      await putEntry(
        { db },
        {
          type: 'BLOG',
          slug: `entry-${index}`,
          categoryId: null,
          position: 0,
          publishedAt: new Date(Date.now() - index * 3_600_000),
          withdrawnAt: null,
          formerSlugs: [],
          text: {
            title: `${sampleWords[index % sampleWords.length]} and ${sampleWords[(index * 7) % sampleWords.length]} ${index}`,
            summary: body.slice(0, 200).replace(/\s+\S*$/, ''),
            body,
            fields: sampleFields.BLOG,
            keywords: [],
            interests: [],
            authorId: null,
            revisedAt: null,
          },
          rendered: await renderContentDirectly('BLOG', { body, fields: {} }),
          next: null,
        },
      );
    }
  });
  await database.db.execute(sql`analyze`);
  for (let round = 0; round < rounds; round++) {
    for (const q of queries) {
      const started = performance.now();
      await searchEntries({ db: searching.db }, { q, page: 0, size: 10 });
      times.set(q, [...(times.get(q) ?? []), performance.now() - started]);
    }
  }
  perSecond = await measureRate();
} finally {
  await app.close();
  await searching.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}

const formatRow = (name: string, values: number[]) =>
  `${name.padEnd(46)} ${findQuantile(values, 0.5).toFixed(1).padStart(8)} ${findQuantile(values, 0.99).toFixed(1).padStart(8)}`;
const all = [...times.values()].flat();
console.log(
  `Search over ${entryCount} entries, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
);
console.log(`${'query'.padEnd(46)}   p50 ms   p99 ms`);
for (const [q, values] of times) console.log(formatRow(q, values));
console.log(formatRow('all', all));
const median = findQuantile(all, 0.5);
console.log(`\nMedian ${median.toFixed(1)} ms, aim under ${aim} ms: ${median < aim ? 'met' : 'missed'}`);
const isQuick = perSecond >= aimPerSecond;
console.log(
  `${perSecond.toFixed(0)} searches a second, each with other words, ${isPinned ? 'on one core' : 'on all cores'}, aim ${aimPerSecond}: ${isQuick ? 'met' : 'missed'}`,
);
process.exitCode = median < aim && isQuick ? 0 : 1;
