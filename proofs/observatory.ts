import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSiteProcess } from '../testing/running-site.ts';

// Grades the security headers of the running site by the rules of Mozilla's HTTP Observatory. Its package is installed
// into `dist` for this command only: it has 190 dependencies, and its install script downloads lists.

/** The score that every page must have. */
const requiredScore = 155;
const packageName = '@mdn/mdn-http-observatory';
const version = '1.4.8';
const folder = resolve('dist/observatory');
const packageFolder = join(folder, 'node_modules', packageName);

interface PageResponse {
  status: number;
  headers: Record<string, string>;
  data: string;
  verified: boolean;
  httpEquiv: Map<string, string[]>;
}

interface Rules {
  tests: ((requests: object) => { constructor: { name: string }; result: string | null; pass: boolean })[];
  getModifier: (result: string) => number;
  /** A score above 100 counts only from this score on. */
  minimumForExtra: number;
  read: (address: string, options?: object) => Promise<PageResponse>;
  readMeta: (html: string, address: string) => Map<string, string[]>;
}

async function fetchRules(): Promise<Rules> {
  if (!existsSync(join(packageFolder, 'package.json'))) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${packageName}@${version}`];
    const { status } = spawnSync('npm', npm, { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error(`${packageName} could not be installed.`);
  }
  // An empty list of preloaded https hosts, instead of the one that the install script downloads; the site is not on
  // it.
  await writeFile(join(packageFolder, 'conf/hsts-preload.json'), '{}');
  const load = (file: string) => import(pathToFileURL(join(folder, 'node_modules', file)).href);
  const [constants, grader, charts, meta, axios] = await Promise.all([
    load(`${packageName}/src/constants.js`),
    load(`${packageName}/src/grader/grader.js`),
    load(`${packageName}/src/grader/charts.js`),
    load(`${packageName}/src/retriever/utils.js`),
    load('axios/index.js'),
  ]);
  const client = axios.default as { request: (options: object) => Promise<PageResponse> };
  return {
    tests: constants.ALL_TESTS,
    getModifier: grader.getScoreModifier,
    minimumForExtra: charts.MINIMUM_SCORE_FOR_EXTRA_CREDIT,
    read: (url, options) => client.request({ url, validateStatus: () => true, ...options }),
    readMeta: meta.parseHttpEquivHeaders,
  };
}

/**
 * The values that score ten points in the two tests that the package lacks: it has algorithm 4, and they belong to
 * algorithm 6.
 */
const missingTests: Record<string, readonly string[]> = {
  'cross-origin-opener-policy': ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
  'cross-origin-embedder-policy': ['require-corp', 'credentialless'],
};

interface Graded {
  score: number;
  lines: string[];
}

/** Grades an address of a site whose own URL is `siteUrl`, as if it had been requested over https. */
async function gradePage(rules: Rules, address: string, siteUrl: string): Promise<Graded> {
  const answer = await rules.read(address);
  answer.verified = true;
  answer.httpEquiv = rules.readMeta(answer.data, siteUrl);
  const cors = await rules.read(address, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } });
  const requests = {
    hostname: new URL(siteUrl).hostname,
    resources: { path: answer.data },
    // No plain http: the proxy in front of the site redirects it.
    responses: { auto: answer, https: answer, http: null, cors, httpRedirects: [], httpsRedirects: [] },
    session: { url: new URL(siteUrl), jar: null },
  };
  const results = rules.tests.map((test) => {
    const output = test(requests);
    const { result } = output;
    return { name: output.constructor.name, result: result ?? 'none', points: result ? rules.getModifier(result) : 0 };
  });
  for (const [name, good] of Object.entries(missingTests)) {
    const value = String(answer.headers[name] ?? '');
    results.push({ name, result: value || 'not set', points: good.includes(value) ? 10 : 0 });
  }
  const base = results.reduce((sum, { points }) => sum + Math.min(points, 0), 100);
  const score = base >= rules.minimumForExtra ? results.reduce((sum, { points }) => sum + points, 100) : base;
  if (answer.headers['set-cookie']) throw new Error(`${address} sets a cookie, which is not graded here.`);
  const lines = results.map(({ name, result, points }) => `  ${points > 0 ? '+' : ''}${points} ${name}: ${result}`);
  return { score, lines };
}

const paths = ['/', '/blogs', '/what-we-do', '/contact-us', '/book-a-free-consultation', '/privacy-policy', '/none'];

const siteUrl = 'https://www.site.example';
const rules = await fetchRules();
const site = await startSiteProcess({ env: { SITE_URL: siteUrl } });
try {
  for (const path of paths) {
    const { score, lines } = await gradePage(rules, site.address + path, siteUrl + path);
    console.log(`${score} ${path}`);
    if (score < requiredScore) process.exitCode = 1;
    if (score < requiredScore || path === paths[0]) console.log(lines.join('\n'));
  }
} finally {
  await site.stop();
}
