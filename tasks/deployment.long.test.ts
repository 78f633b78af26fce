import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { entries } from '../api/db/tables.ts';
import { projectFolder } from '../server/folders.ts';
import { settingNames } from '../server/settings.ts';
import { installDebianPackage, isRootOnDebian } from '../testing/debian-package.ts';
import { findFreePort } from '../testing/free-port.ts';
import { makeEntry } from '../testing/makers.ts';
import { readNginxSample, type SamplePorts, writeNginxConfig } from '../testing/nginx.ts';
import { openTestSite, type TestSite } from '../testing/test-site.ts';

// The samples of deploy/ run with the programs that they are for, as far as Debian has these.

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;
const programs = { nginx: 'nginx', caddy: 'caddy', promtool: 'prometheus' };
for (const [program, name] of Object.entries(programs))
  if (!isInstalled(program) && isRootOnDebian) installDebianPackage(name);

const deploy = join(projectFolder, 'deploy');
const read = (name: string) => readFileSync(join(projectFolder, name), 'utf8');

let folder: string;
let site: TestSite;
let ports: SamplePorts;
const token = 'a-token-of-some-length';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  // The certificate of the samples for nginx.
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
  ]);
  const [plain, tls, refresh] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const REFRESH_PROXIES = `http://127.0.0.1:${refresh}`;
  site = await openTestSite({
    env: { SITE_URL: 'https://localhost', TRUST_PROXY: '1', METRICS_TOKEN: token, REFRESH_PROXIES },
  });
  ports = { sites: [Number(new URL(site.address).port)], plain, tls, refresh };
  const ctx = { db: site.database.db };
  await makeEntry(ctx, 'PAGE', { slug: 'contact-us' });
  await makeEntry(ctx, 'BLOG', { slug: 'behind-a-proxy', text: { title: 'Behind a proxy' } });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Requests a path over TLS, from a proxy whose certificate nobody has signed. */
async function requestPath(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
) {
  const asked = request({
    host: 'localhost',
    port,
    path,
    method: options.method ?? 'GET',
    headers: options.headers ?? {},
    agent: new Agent({ rejectUnauthorized: false }),
  }).end();
  const [answer] = (await once(asked, 'response')) as [AsyncIterable<Buffer> & { statusCode: number; headers: object }];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const body = Buffer.concat(parts).toString();
  return { status: answer.statusCode, headers: answer.headers as Answer['headers'], body } satisfies Answer;
}

/** Starts a proxy and waits until it passes a page on. The returned function ends it. */
async function startProxy(port: number, program: string, args: string[]): Promise<() => Promise<unknown>> {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, XDG_DATA_HOME: folder, HOME: folder } });
  await expect
    .poll(() =>
      requestPath(port, '/healthz')
        .then(({ status }) => status)
        .catch(() => 0),
    )
    .toBe(200);
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}

/** Expects what every proxy must pass on: pages, the origin of forms, and no more than that. */
async function expectProxied(port: number): Promise<void> {
  const page = await requestPath(port, '/blog/behind-a-proxy');
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, expect.any(String)]);
  expect(/<h1[^>]*>(?:Behind|Edited behind) a proxy/.test(page.body)).toBe(true);
  const submitForm = (origin: string) =>
    requestPath(port, '/contact-us', {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
    });
  expect((await submitForm('https://elsewhere.example')).status).toBe(403);
  expect((await submitForm('https://localhost')).status).toBe(422);
}

it.skipIf(!isInstalled('nginx'))(
  'nginx passes pages and forms on, and shows pages while the site is away',
  async () => {
    const { plain, tls } = ports;
    const file = await writeNginxConfig(folder, await readNginxSample(folder, ports));
    const stop = await startProxy(tls, 'nginx', ['-c', file, '-p', folder]);
    await expectProxied(tls);
    const moved = await fetch(`http://127.0.0.1:${plain}/blogs?page=2`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'https://localhost/blogs?page=2']);

    const compressed = await requestPath(tls, '/blogs', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers['content-encoding']).toBe('br');
    // An edit is seen when the copy has expired, which is fresh for a second.
    await site.database.db.execute(
      "update revisions set title = 'Edited behind a proxy' where title = 'Behind a proxy'",
    );
    const readTitle = () =>
      requestPath(tls, '/blog/behind-a-proxy').then(({ body }) => /<h1[^>]*>([^<]*)/.exec(body)?.[1]);
    await expect.poll(readTitle).toBe('Edited behind a proxy');

    const { server } = site;
    server.close();
    server.closeAllConnections();
    await expect.poll(() => requestPath(tls, '/not-cached').then(({ status }) => status)).toBe(502);
    expect(await readTitle()).toBe('Edited behind a proxy');
    await stop();
    server.listen(Number(new URL(site.address).port), '127.0.0.1');
    await once(server, 'listening');
  },
);

it.skipIf(!isInstalled('nginx'))(
  'servers replace the copies of nginx when a page changes or is withdrawn',
  async () => {
    // The copies are fresh for an hour, so only a refresh request of the server can replace them.
    const sample = (await readNginxSample(folder, ports)).replace(/(proxy_cache_valid .*) 1s;/, '$1 1h;');
    const stop = await startProxy(ports.tls, 'nginx', ['-c', await writeNginxConfig(folder, sample), '-p', folder]);
    const entry = await makeEntry({ db: site.database.db }, 'BLOG', { slug: 'copied', text: { title: 'As written' } });
    const look = async (encoding: string) => {
      const { status, body } = await requestPath(ports.tls, '/blog/copied', {
        headers: { 'accept-encoding': encoding },
      });
      return encoding === 'br' ? status : (/<h1[^>]*>([^<]*)/.exec(body)?.[1] ?? status);
    };
    await expect.poll(() => look('')).toBe('As written');
    // The copy of a path that ends like the name of an encoding is not the copy of another path in that encoding.
    await makeEntry({ db: site.database.db }, 'BLOG', { slug: 'copiedbr' });
    const open = (path: string, encoding: string) =>
      requestPath(ports.tls, path, { headers: { 'accept-encoding': encoding } });
    await expect.poll(async () => (await open('/blog/copiedbr', '')).status).toBe(200);
    expect((await open('/blog/copied', 'br')).headers['content-encoding']).toBe('br');
    await site.database.db.execute("update revisions set title = 'As edited' where title = 'As written'");
    await expect.poll(() => look('')).toBe('As edited');
    await site.database.db.update(entries).set({ withdrawnAt: sql`now()` }).where(eq(entries.id, entry.id));
    await expect.poll(() => look('')).not.toBe('As edited');
    await expect.poll(() => look('br')).toBeGreaterThanOrEqual(404);
    await stop();
  },
);

/** Starts Caddy with the sample in front of a server. Returns its port, and the function that ends it. */
async function startCaddy(upstream: string): Promise<{ port: number; stop: () => Promise<unknown> }> {
  const port = await findFreePort();
  const sample = read('deploy/Caddyfile')
    .replace('{$SITE_HOST:www.example.org} {', `https://localhost:${port} {\n\ttls internal`)
    .replace('{$SITE_UPSTREAM:127.0.0.1:3000}', upstream);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${sample}`);
  return { port, stop: await startProxy(port, 'caddy', ['run', '--config', file, '--adapter', 'caddyfile']) };
}

it.skipIf(!isInstalled('caddy'))('Caddy passes pages and forms on', async () => {
  const { port, stop } = await startCaddy(new URL(site.address).host.replace('localhost', '127.0.0.1'));
  await expectProxied(port);
  await stop();
});

it.skipIf(!isInstalled('caddy'))('Caddy asks a server that is not ready for its cached pages', async () => {
  let checks = 0;
  const server = createServer(({ url, headers }, response) => {
    // Requests of visitors have this header.
    if (headers['x-forwarded-for'] === undefined) checks += 1;
    response.writeHead(url === '/readyz' ? 503 : 200).end('A cached page');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port, stop } = await startCaddy(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect.poll(() => checks, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(await requestPath(port, '/blogs')).toMatchObject({ status: 200, body: 'A cached page' });
  await stop();
  server.close();
});

it.skipIf(!isInstalled('systemd-analyze'))('systemd accepts the unit', async () => {
  const unit = join(folder, 'site.service');
  const sample = read('deploy/site.service').replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`);
  await writeFile(unit, sample.replace('User=site', 'User=root'));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect([status, `${stdout}${stderr}`.match(/^.*site\.service.*$/gm)]).toEqual([0, null]);
});

describe('monitoring', () => {
  it.skipIf(!isInstalled('promtool'))('alert rules are valid, and fire as their tests say', () => {
    const run = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: join(deploy, 'monitoring'), encoding: 'utf8' });
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
      ['check', 'config', '--syntax-only', 'prometheus.yaml'],
    ])
      expect(run(...args)).toMatchObject({ status: 0 });
  });

  it('rules and board name only metrics that the site serves', async () => {
    const served = await fetch(`${site.address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const names = new Set((await served.text()).match(/^# TYPE \w+/gm)?.map((line) => line.slice('# TYPE '.length)));
    const used = ['alerts.yaml', 'grafana-board.json']
      .map((file) => read(`deploy/monitoring/${file}`))
      .flatMap(
        (text) =>
          text.match(
            /\b(?:archive|backup|http_request|page_cache|database|slots|outbox|submissions|process|nodejs)\w*(?=[{[) \n>"])/g,
          ) ?? [],
      )
      .map((name) => name.replace(/_(?:bucket|count)$/, ''));
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used)].filter((name) => !names.has(name) && name.includes('_'))).toEqual([]);
  });
});

describe('containers', () => {
  const compose = parseAllDocuments(read('deploy/compose.yaml'))[0]?.toJS();
  const [deployment] = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS());
  const dockerfile = read('Dockerfile');

  it('set only settings that exist', () => {
    const [container] = deployment.spec.template.spec.containers;
    const named = [
      ...Object.keys(compose.services.site.environment),
      ...container.env.map(({ name }: { name: string }) => name),
    ];
    expect(named.filter((name) => !settingNames.includes(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('have more time to end than a server needs', () => {
    // A server ends within ten seconds after SHUTDOWN_DELAY_MS, whose default is 200.
    expect(Number.parseInt(compose.services.site.stop_grace_period, 10)).toBeGreaterThan(10);
    const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
    const { value } = containers[0].env.find(({ name }: { name: string }) => name === 'SHUTDOWN_DELAY_MS');
    expect(terminationGracePeriodSeconds).toBeGreaterThan(10 + Number(value) / 1_000);
  });

  it('are checked at addresses that answer', async () => {
    const [container] = deployment.spec.template.spec.containers;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect((await fetch(site.address + container[probe].httpGet.path)).status).toBe(200);
  });

  it('end a check of a server that does not answer, and say why', async () => {
    const check = async (port: number, ...limit: string[]) => {
      const env = { ...process.env, PORT: String(port) };
      const child = spawn(process.execPath, ['commands/site.ts', 'health', ...limit], { cwd: projectFolder, env });
      const [[code], reason] = await Promise.all([once(child, 'close'), text(child.stderr)]);
      return { code, reason: reason.trim() };
    };
    expect(await check(Number(new URL(site.address).port))).toEqual({ code: 0, reason: '' });
    const free = await findFreePort();
    const refused = `http://127.0.0.1:${free}/readyz cannot be reached: Error: connect ECONNREFUSED 127.0.0.1:${free}`;
    expect(await check(free)).toEqual({ code: 1, reason: refused });
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const late = `http://127.0.0.1:${port}/readyz did not answer within 20 ms`;
    expect(await check(port, '20')).toEqual({ code: 1, reason: late });
    silent.closeAllConnections();
    silent.close();
  });

  it('hold every file that the Dockerfile names', () => {
    for (const [, path = ''] of dockerfile.matchAll(/^COPY --from=build (?:--\S+ )?\/srv\/site\/(\S+)/gm))
      expect(existsSync(join(projectFolder, path)), path).toBe(true);
    for (const path of dockerfile.match(/(?:commands|server)\/[\w-]+\.(?:ts|sh)/g) ?? [])
      expect(existsSync(join(projectFolder, path)), path).toBe(true);
  });
});
