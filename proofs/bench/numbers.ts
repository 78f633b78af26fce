import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { removeOldNumbers, rollUpNumbers } from '../../api/numbers/roll-up.ts';
import { numberLists, periods } from '../../contract/studio/number-lists.ts';
import { openDatabase } from '../../server/database/database.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { makeUser } from '../../testing/studio.ts';
import { isPinned, runLoad, startSiteForBench } from './processes.ts';
import { findMedian } from './statistics.ts';

// Measures what counting a view costs the page, side by side on one server, and how soon each screen of the Numbers
// answers over a year of many views. Arguments: the number of views, by default ten million; 0 leaves that part out.

const views = Number(process.argv[2] ?? 10_000_000);
/** Milliseconds in which each screen must answer, and the share of the page's processor time that a view may cost. */
const [answerLimit, costLimit] = [200, 0.01];
const [visitors, connections, seconds, rounds] = [1_000, 32, 3, 12];
const [serverCore, loadCore] = [0, 1];

const printLoad = () => `load ${loadavg()[0]?.toFixed(1)}`;

/** Milliseconds after each load in which the server writes what it counted, so that the work of it is measured too. */
const writingTime = 5_500;

/** Sends the same pages with and without being counted, in turn. Returns processor time of a page in microseconds. */
async function measureCost(): Promise<{ counted: number; uncounted: number; difference: number }> {
  const folder = await makeDataFolder('bench-numbers-');
  const site = await startSiteForBench(folder, { TRUST_PROXY: '1' }, { core: serverCore });
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  // Each page is opened by visitors of many networks.
  const pages = ['/blogs', '/about-us', '/', '/what-we-do'];
  const paths = Array.from({ length: visitors }, (_, index) => pages[index % pages.length] ?? '/');
  // Both have headers of the same length.
  const targets = { counted: 'document', uncounted: 'fragment' };
  const measured: Record<keyof typeof targets, number[]> = { counted: [], uncounted: [] };
  try {
    for (let round = 0; round <= rounds; round++) {
      const names = ['counted', 'uncounted'] as const;
      for (const name of round % 2 ? names : names.toReversed()) {
        const before = site.cpu();
        const headers = { 'user-agent': userAgent, 'sec-fetch-dest': targets[name], 'sec-fetch-site': 'none' };
        const load = { port: site.port, paths, connections, seconds, headers, isManyNetworks: true };
        const { perSecond, failed } = await runLoad(load, loadCore);
        if (failed > 0) throw new Error(`${failed} pages were refused`);
        await sleep(writingTime);
        // The first round is a warm-up.
        if (round > 0) measured[name].push((site.cpu() - before) / (perSecond * seconds));
      }
    }
  } finally {
    await site.stop();
  }
  const differences = measured.counted.map((cpu, index) => cpu / (measured.uncounted[index] ?? cpu) - 1);
  return {
    counted: findMedian(measured.counted),
    uncounted: findMedian(measured.uncounted),
    difference: findMedian(differences),
  };
}

/** Measures each screen over a year of views. Returns the slowest. */
async function measureScreens(): Promise<number> {
  const folder = await makeDataFolder('bench-numbers-');
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
  const ctx = createApiContext(database.db, folder);
  try {
    const started = performance.now();
    const elapsed = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`;
    // The connections of a site end statements that take longer than a visitor waits.
    const writer = new pg.Client({ ...database.config, query_timeout: 0, statement_timeout: 0 });
    await writer.connect();
    // Thirty days at a time, the oldest first: 400 pages, 300 sources, and a report of speed for every tenth row.
    for (let month = 12; month >= 0; month--) {
      await writer.query(
        `insert into measurements (measured_at, kind, name, detail, visitor)
        select to_timestamp(floor(extract(epoch from
            date_trunc('day', now()) - ($1::int + random()) * 30 * interval '1 day') / 900) * 900),
          case when number % 10 = 0 then 'vital' when number % 3 = 0 then 'opened' else 'document' end,
          '/page-' || floor(400 * random() ^ 2),
          case when number % 10 = 0
            then (array['LCP', 'INP', 'CLS', 'FCP', 'TTFB'])[1 + floor(random() * 5)::int] || ':' || (100 + floor(60 * random()))
            when number % 3 = 1 then 'host-' || floor(300 * random() ^ 2) || '.example' else '' end,
          floor(random() * 9000)
        from generate_series(1, $2::int) as number`,
        [month, Math.round(views / 13)],
      );
      await rollUpNumbers(ctx);
      await removeOldNumbers(ctx, 90);
    }
    // Today is not summed.
    await writer.query(`insert into measurements (measured_at, kind, name, detail, visitor)
      select date_trunc('day', now()), kind, name, detail, visitor from measurements
      where measured_at >= date_trunc('day', now()) - interval '1 day'`);
    await writer.query('vacuum analyze measurements, daily_numbers');
    await writer.end();
    const { rows } = await ctx.db.execute<{ raw: number; sums: number; views: number }>(sql`
      select (select count(*) from measurements)::int as raw, (select count(*) from daily_numbers)::int as sums,
        (select sum(times) from daily_numbers where kind = 'all')::int as views`);
    console.log(`${elapsed()}  ${rows[0]?.views} views in ${rows[0]?.sums} sums; ${rows[0]?.raw} raw rows are kept`);
    const { client } = await makeUser(ctx, 'READER');
    const screens: [name: string, load: () => Promise<unknown>][] = [
      ...periods.flatMap((period): [string, () => Promise<unknown>][] => [
        [`overview, ${period} days`, () => client.call('numberOverview', { days: period })],
        ...numberLists.map((of): [string, () => Promise<unknown>] => [
          `${of}, ${period} days`,
          () => client.call('numberList', { of, days: period }),
        ]),
        [`forms, ${period} days`, () => client.call('formNumbers', { days: period })],
      ]),
      ['speed', () => client.call('speedNumbers', {})],
    ];
    let slowest = 0;
    for (const [name, load] of screens) {
      const times: number[] = [];
      for (let round = 0; round < 6; round++) {
        const before = performance.now();
        await load();
        if (round > 0) times.push(performance.now() - before);
      }
      const median = findMedian(times);
      slowest = Math.max(slowest, median);
      console.log(`${name.padEnd(24)} ${median.toFixed(0).padStart(5)} ms`);
    }
    return slowest;
  } finally {
    await database.close();
  }
}

console.log(`Numbers, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${printLoad()}`);
const cost = await measureCost();
console.log(
  `a page takes ${cost.uncounted.toFixed(1)} µs of the processor, counted ${cost.counted.toFixed(1)} µs: ` +
    `${(100 * cost.difference).toFixed(1)} % (median of ${rounds} pairs${isPinned ? ', pinned' : ''}; ${printLoad()})`,
);
const slowest = views > 0 ? await measureScreens() : 0;
console.log(`the slowest screen took ${slowest.toFixed(0)} ms; ${printLoad()}`);
process.exitCode = slowest > answerLimit || cost.difference > costLimit ? 1 : 0;
