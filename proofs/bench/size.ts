import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type pg from 'pg';
import { connectForSearch } from '../../api/content/search/search.ts';
import { connectDatabase } from '../../api/db/connect.ts';
import { createApi } from '../../api/http/plugin.ts';
import { type EntryOperation, getEntryApiPath } from '../../contract/content/entry-paths.ts';
import { getRequestUrl } from '../../contract/http/client.ts';
import { openDatabase } from '../../server/database/database.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { commonWord, fillDatabase, prepareFill, rareWord } from './fill-database.ts';
import { getNetworkAddress } from './load.ts';
import { findMedian } from './statistics.ts';

// Measures how long each read of the API takes with 100, 10,000 and 100,000 entries. There is no cache. Aims:
// with the most entries a read takes at most 1.5 times as long as with the fewest, and a search for a common word at
// most 20 ms. The exit code is 1 if a read misses an aim for a reason that `expectedGrowth` does not name. With the
// usual sizes the query plans of the largest are written to proofs/bench/results/plans. `SIZES=100,2000` measures other
// sizes and writes no plans.

/** The time with the most entries, as a multiple of the time with the fewest. */
const aim = 1.5;
/** Milliseconds of a search for a common word. */
const commonAim = 20;
const usualSizes = '100,10000,100000';
const sizes = (process.env.SIZES || usualSizes).split(',').map(Number);
const [warmUp, rounds] = [10, 40];
const plans = new URL('./results/plans/', import.meta.url);

/**
 * Why an operation necessarily takes longer with more entries. Such an operation does not fail the run by its ratio.
 */
const expectedGrowth: Record<string, string> = {
  categories: 'it sums the months of every category, and more entries span more months',
  'recommended-interests': 'it reads every entry with a shared interest, which is a constant share of all entries',
  'search-common': 'it ranks up to 10,000 matches by title and summary, and matches grow with the entries',
};

function createBlogUrl(operation: EntryOperation, input: Record<string, unknown>): string {
  return getRequestUrl(getEntryApiPath('BLOG', operation) ?? '', input);
}

const operations: Record<string, (count: number) => string> = {
  list: () => createBlogUrl('list', { size: 9 }),
  'list-middle': (count) => createBlogUrl('list', { size: 9, page: Math.floor((count * 0.8) / 2 / 9) }),
  detail: () => createBlogUrl('item', { slug: 'entry-50' }),
  category: () => createBlogUrl('byCategory', { categoryId: 'blog-3', size: 9 }),
  related: () => createBlogUrl('related', { a: 'blog-3', b: 'entry-30' }),
  recommended: () => getRequestUrl('/api/search/recommended', {}),
  'recommended-interests': () =>
    getRequestUrl('/api/search/recommended', { interests: 'interest-1,interest-2,interest-3,interest-4' }),
  latest: () => getRequestUrl('/api/feed/latest', {}),
  categories: () => '/api/categories/get-categories',
  'search-rare': () => getRequestUrl('/api/search/list', { q: rareWord.word }),
  'search-mistyped': () => getRequestUrl('/api/search/list', { q: rareWord.word.replace('zw', 'wz') }),
  'search-common': () => getRequestUrl('/api/search/list', { q: commonWord }),
};

const folder = await makeDataFolder('size-bench-');
const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder });
// Filling the tables takes longer than the 10 s that the site allows a statement.
const filling = connectDatabase({ ...database.config, statementTimeout: 600_000, max: 1 });
const searching = connectForSearch(database.config);
const app = await createApi({ ...createApiContext(database.db, folder), searchDb: searching.db });
const times = new Map<string, number[]>(Object.keys(operations).map((name) => [name, []]));

let callCount = 0;

async function measureCall(url: string): Promise<number> {
  const started = performance.now();
  const answer = await app.inject({ url, remoteAddress: getNetworkAddress(callCount++) });
  const took = performance.now() - started;
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.payload}`);
  return took;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** Records the statements of a pool until `stop`. Statements on other clients are not recorded. */
function watchStatements(pool: pg.Pool): { statements: Statement[]; stop(): void } {
  const statements: Statement[] = [];
  const query = pool.query;
  pool.query = ((config: { text: string }, values: unknown[], ...rest: unknown[]) => {
    statements.push({ text: config.text, values: values ?? [] });
    return Reflect.apply(query, pool, [config, values, ...rest]);
  }) as typeof pool.query;
  return {
    statements,
    stop: () => {
      pool.query = query;
    },
  };
}

/** Parts of a plan that vary between runs of the same plan. */
const unsteady = [
  /^\s*Heap Fetches: .*\n/gm,
  /^\s*(?:Storage|Buckets|Workers? \d+): .*\n/gm,
  /\s+(?:Average |Peak )?(?:Memory(?: Usage)?|Disk): \d+kB/g,
];

/** Breaks a statement into lines that are short enough to review, unless it has several lines. */
function wrapLines(text: string): string {
  if (text.includes('\n')) return text.replace(/^\s*\n/gm, '').trim();
  return text.replace(/ (from|inner join|left join|where|order by|limit) /g, '\n$1 ');
}

function formatStatement({ text, values }: Statement): string {
  return [wrapLines(text), ...values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`)].join('\n');
}

/** Returns each statement with the plan that PostgreSQL uses. */
async function explainStatements(pool: pg.Pool, statements: Statement[]): Promise<string> {
  const parts: string[] = [];
  for (const statement of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off, buffers off) ${statement.text}`,
      statement.values,
    );
    const plan = `${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`;
    parts.push(`${formatStatement(statement)}\n\n${unsteady.reduce((left, part) => left.replace(part, ''), plan)}`);
  }
  return parts.join('\n');
}

async function writePlan(name: string, url: string): Promise<void> {
  const watched = watchStatements(url.startsWith('/api/search/list') ? searching.pool : database.pool);
  await measureCall(url).finally(watched.stop);
  const text = await explainStatements(database.pool, watched.statements);
  await writeFile(new URL(`${name}.txt`, plans), `GET ${url}, ${sizes.at(-1)} entries\n\n${text}`);
}

try {
  await prepareFill(filling.db);
  for (const size of sizes) {
    const started = performance.now();
    await fillDatabase(filling.db, size);
    console.log(`${size} entries, filled in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    for (const [name, createUrl] of Object.entries(operations)) {
      const url = createUrl(size);
      for (let round = 0; round < warmUp; round++) await measureCall(url);
      const took: number[] = [];
      for (let round = 0; round < rounds; round++) took.push(await measureCall(url));
      times.get(name)?.push(findMedian(took));
    }
  }
  if (sizes.join() === usualSizes)
    for (const [name, createUrl] of Object.entries(operations)) await writePlan(name, createUrl(sizes.at(-1) ?? 0));
} finally {
  await app.close();
  await searching.close();
  await filling.close();
  await database.close();
}

const formatCells = (values: string[]) => values.map((value) => value.padStart(10)).join('');
console.log(
  `\n${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
console.log(
  `Median of ${rounds} calls in ms, over the number of entries; aim: the last at most ${aim} times the first\n`,
);
console.log(`${'operation'.padEnd(22)}${formatCells([...sizes.map(String), 'ratio'])}`);
let isMissed = false;
for (const [name, values] of times) {
  const ratio = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
  const isMet = ratio <= aim;
  isMissed ||= !isMet && !expectedGrowth[name];
  const verdict = isMet ? 'met' : `missed${expectedGrowth[name] ? `: ${expectedGrowth[name]}` : ''}`;
  console.log(
    `${name.padEnd(22)}${formatCells([...values.map((value) => value.toFixed(1)), ratio.toFixed(1)])}  ${verdict}`,
  );
}
const common = times.get('search-common')?.at(-1) ?? Number.NaN;
const isCommonMet = common <= commonAim;
console.log(
  `\nA search for a common word with the most entries takes ${common.toFixed(1)} ms, aim ${commonAim}: ${isCommonMet ? 'met' : 'missed'}`,
);
process.exitCode = isMissed || !isCommonMet ? 1 : 0;
