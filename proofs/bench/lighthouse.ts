import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { formatCount } from '../../contract/content/number-text.ts';
import { foundRoutes } from '../../e2e/routes.ts';
import { projectFolder } from '../../server/folders.ts';
import { ensureChromium } from '../../testing/chromium.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { installPackages } from '../../testing/install-packages.ts';
import { startSiteForBench } from './processes.ts';
import { findMedian } from './statistics.ts';

// Runs Lighthouse on every kind of page as on a phone (its simulated Moto G on slow 4G). Performance is the median of
// several runs; the other categories run once. Fails below the aims. `npm run bench -- lighthouse <words>` selects
// pages by parts of their names. `--content examples/quoll-bridge` measures the second company, in the second theme.

const aims = { score: 100, lcp: 1_200, tbt: 30, cls: 0 };
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const { values: options, positionals: nameParts } = parseArgs({
  options: { content: { type: 'string' } },
  allowPositionals: true,
});
const routes = foundRoutes.filter(({ name }) => nameParts.every((part) => name.includes(part)));
if (routes.length === 0) {
  console.error(`No page has ${nameParts.join(' and ')} in its name.`);
  process.exit(1);
}

interface Report {
  categories: Partial<Record<(typeof categories)[number], { score: number | null }>>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
  runtimeError?: { message: string };
}

const modules = installPackages('proofs/bench/lighthouse');
const chromium = ensureChromium();

async function measure(url: string, only: readonly string[], skipped: string[]): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(modules, 'lighthouse/cli/index.js'),
      url,
      '--output=json',
      '--quiet',
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
      `--only-categories=${only.join(',')}`,
      ...(skipped.length > 0 ? [`--skip-audits=${skipped.join(',')}`] : []),
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 256 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return report;
}

const toPercent = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

interface Row {
  name: string;
  scores: number[];
  lcp: number;
  tbt: number;
  cls: number;
  failedAudits: string[];
}

async function measurePage(name: string, url: string): Promise<Row> {
  // A page that is deliberately hidden from search engines fails that audit on purpose.
  const isHidden = (await (await fetch(url)).text()).includes('noindex');
  const first = await measure(url, categories, isHidden ? ['is-crawlable'] : []);
  const reports = [first];
  while (reports.length < runs) reports.push(await measure(url, ['performance'], []));
  const findAuditMedian = (audit: string) =>
    findMedian(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const performance = findMedian(reports.map((report) => toPercent(report.categories.performance?.score)));
  const others = categories.slice(1).map((category) => toPercent(first.categories[category]?.score));
  const failedAudits = Object.entries(first.audits)
    .filter(([id, { score }]) => score === 0 && !/-insight$|^(?:unused|unminified|legacy)/.test(id))
    .map(([, { title }]) => title);
  return {
    name,
    scores: [performance, ...others],
    lcp: findAuditMedian('largest-contentful-paint'),
    tbt: findAuditMedian('total-blocking-time'),
    cls: findAuditMedian('cumulative-layout-shift'),
    failedAudits,
  };
}

function isMet({ scores, lcp, tbt, cls }: Row): boolean {
  return scores.every((score) => score >= aims.score) && lcp <= aims.lcp && tbt <= aims.tbt && cls <= aims.cls;
}

const dataDir = await makeDataFolder('site-lighthouse-');
if (options.content) {
  const env = { ...process.env, DATA_DIR: dataDir };
  await promisify(execFile)('npx', ['site', 'import', options.content, '--prune'], { cwd: projectFolder, env });
}
const site = await startSiteForBench(dataDir);
const rows: Row[] = [];
try {
  const address = `http://localhost:${site.port}`;
  process.env.SITE = address;
  console.log(`Lighthouse, ${cpus()[0]?.model}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`);
  console.log(
    `median of ${formatCount(runs, 'run')}; aims: 100 in all four, LCP ≤ ${aims.lcp} ms, TBT ≤ ${aims.tbt} ms, CLS 0\n`,
  );
  console.log(`${''.padEnd(38)} perf a11y best  seo  LCP ms  TBT ms    CLS`);
  for (const route of routes) {
    const url = address + (await route.find()).address;
    // A company may have too few articles for a second page.
    if ((await fetch(url)).status !== route.status) continue;
    const row = await measurePage(route.name, url);
    rows.push(row);
    const figures = [row.lcp.toFixed(0).padStart(7), row.tbt.toFixed(0).padStart(7), row.cls.toFixed(3).padStart(6)];
    const scores = row.scores.map((score) => String(score).padStart(4)).join(' ');
    console.log(`${row.name.padEnd(38)} ${scores} ${figures.join(' ')}${isMet(row) ? '' : '  below'}`);
    if (row.scores.slice(1).some((score) => score < 100)) console.log(`    ${row.failedAudits.join('; ')}`);
  }
} finally {
  await site.stop();
}
const below = rows.filter((row) => !isMet(row));
console.log(`\n${rows.length - below.length} of ${rows.length} pages meet every aim`);
process.exitCode = below.length > 0 ? 1 : 0;
