import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from '../testing/chromium.ts';
import { ensureFirefox } from '../testing/firefox.ts';
import { installPackages, longRunPackages } from '../testing/install-packages.ts';

// Runs the tests in one command: verify, API and units, and pages in a real browser. With `--all` also the long ones:
// files named `.long.`, and the proofs in their short form. Ends with one line: N passed, N failed.

const areAll = process.argv.includes('--all');

interface Counts {
  passed: number;
  failed: number;
}

/** One group of Playwright's JSON report: its tests and the groups inside it. */
interface Suite {
  specs: { file: string; title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
  suites?: Suite[];
}

/** The tests that failed and why, printed once more at the end. */
const failures: string[] = [];

const folder = mkdtempSync(join(tmpdir(), 'site-results-'));

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n> ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

/** Number of lines of each error that are printed at the end. */
const printedErrorLines = 20;

/** Returns the name of a failed test, with its errors indented below it. */
function formatFailure(name: string, errors: string[]): string {
  const lines = errors.flatMap((error) => stripVTControlCharacters(error).split('\n').slice(0, printedErrorLines));
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Returns the counts of a runner. A runner that ends with an error but without a failed test counts as one failure. */
function createCounts(ok: boolean, passed: number, failed: number): Counts {
  return { passed, failed: ok ? failed : Math.max(1, failed) };
}

function verify(): Counts {
  const ok = run('npm', ['run', '--silent', 'verify']);
  if (!ok) failures.push('npm run verify');
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

function testApi(): Counts {
  const file = join(folder, 'api.json');
  const chosen = areAll ? [] : ['--exclude', '**/*.long.test.ts'];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run('npx', ['vitest', 'run', ...chosen, ...reports]);
  const result = readJson<{
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      message: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  }>(file);
  for (const { name, message, assertionResults } of result?.testResults ?? []) {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failed)
      failures.push(formatFailure(`${name}: ${fullName}`, failureMessages));
    if (message) failures.push(`${name}: ${message}`);
  }
  if (!ok && result?.numFailedTests === 0)
    failures.push('The API tests ended with an error outside of a test, see above.');
  return createCounts(ok && result !== null, result?.numPassedTests ?? 0, result?.numFailedTests ?? 0);
}

function listFailedSpecs(suites: Suite[]): string[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
        return formatFailure(
          `${file}: ${title}`,
          errors.map(({ message = '' }) => message),
        );
      }),
    ...listFailedSpecs(inner),
  ]);
}

function testPages(): Counts {
  const file = join(folder, 'pages.json');
  const chosen = areAll ? [] : ['--project=short'];
  const ok = run('npx', ['playwright', 'test', ...chosen, '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(areAll ? { WHOLE_TEST_RUN: 'true' } : {}),
  });
  const report = readJson<{ stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[] }>(file);
  failures.push(...listFailedSpecs(report?.suites ?? []));
  const stats = report?.stats;
  return createCounts(ok && stats !== undefined, stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0));
}

function runProofs(): Counts {
  const file = join(folder, 'proofs.json');
  const ok = run('npm', ['run', '--silent', 'prove', '--', 'all', '--results', file]);
  const result = readJson<Counts & { failures: string[] }>(file);
  failures.push(...(result?.failures ?? []).map((name) => `the proof ${name}`));
  return createCounts(ok && result !== null, result?.passed ?? 0, result?.failed ?? 0);
}

const times: string[] = [];

/** Runs one part of the tests and remembers how long it took. */
function measurePart(name: string, part: () => Counts): Counts {
  const started = performance.now();
  const counts = part();
  times.push(`${name} ${Math.round((performance.now() - started) / 1_000)} s`);
  return counts;
}

let results: Counts[];
try {
  ensureChromium();
  if (areAll) {
    ensureFirefox();
    installPackages(longRunPackages);
  }
  results = [
    measurePart('verify', verify),
    measurePart('API', testApi),
    measurePart('pages', testPages),
    ...(areAll ? [measurePart('proofs', runProofs)] : []),
  ];
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  results = [{ passed: 0, failed: 1 }];
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${times.join(', ')}\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
