import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { makeEntry } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { createRequestOutside } from '../../outside-requests.ts';
import { completeFeedIds } from '../feed/feed-ids.ts';
import { checkDueLinks, updateLinkCheckRun } from './external-links.ts';

const { api, call } = await setUpEditorApi('Ada');

/** The answers of the other site by their paths; the pages that it was asked for. */
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  '/robots.txt': (_, response) => response.writeHead(301, { location: '/robots-of-all.txt' }).end(),
  '/robots-of-all.txt': (_, response) => response.end('User-agent: site-link-check\nDisallow: /closed\n'),
  '/fine': (_, response) => response.end('<p>Fine</p>'),
  '/no-head': ({ method }, response) => response.writeHead(method === 'HEAD' ? 404 : 200).end(),
  '/moved': (_, response) => response.writeHead(308, { location: '/fine' }).end(),
  '/today-elsewhere': (_, response) => response.writeHead(302, { location: '/fine' }).end(),
  '/inside': (_, response) => response.writeHead(301, { location: 'http://10.0.0.1/secret' }).end(),
  '/round': (_, response) => response.writeHead(301, { location: '/round' }).end(),
  '/no-programs': (_, response) => response.writeHead(403).end(),
  '/gone': (_, response) => response.writeHead(404).end(),
  '/closed': (_, response) => response.end(),
};
const asked: { line: string; agent: string }[] = [];
let running = 0;
const other = createServer(async (request, response) => {
  running++;
  asked.push({ line: `${request.method} ${request.url}`, agent: request.headers['user-agent'] ?? '' });
  expect(running, 'requests to one host at the same time').toBe(1);
  await new Promise(setImmediate);
  running--;
  (answers[request.url ?? ''] ?? ((_, missing) => missing.writeHead(404).end()))(request, response);
});
await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
afterAll(() => other.close());
const site = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

const check = (requestOutside = createRequestOutside({ allowsLoopback: true })) =>
  checkDueLinks(api.ctx, {
    requestOutside,
    siteUrl: 'https://our.example',
    signal: AbortSignal.timeout(60_000),
    pause: 0,
  });
const list = async () => {
  const { items, run } = await call('externalLinks', {});
  return { run, lines: items.map(({ url, state, reason }) => `${url.replace(site, '')} ${state} ${reason}`.trim()) };
};

it('checks the addresses of other sites politely, and calls one broken after failures on two days', async () => {
  const paths = Object.keys(answers).filter((path) => !path.startsWith('/robots'));
  const body = [
    ...paths.map((path) => `[${path}](${site}${path})`),
    '[part](http://192.168.0.1/#part)',
    '[own](https://our.example/x)',
  ].join('\n\n');
  const { id } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'Linking', body } });
  await completeFeedIds(api.ctx, 'https://our.example');
  expect(await check()).toBe(0);
  await updateLinkCheckRun(api.ctx, { mode: 'on-demand' });
  expect(await check()).toBe(0);
  expect((await list()).lines).toContain('/gone WAITING');
  await call('checkExternalLinks', {});
  expect(await check()).toBe(paths.length + 1);
  const { lines, run } = await list();
  expect(lines).toEqual([
    '/gone FAILED_ONCE answers with status 404',
    '/round FAILED_ONCE redirects more than 5 times',
    '/moved MOVED',
    '/closed UNKNOWN cannot be checked: the server allows no programs there (robots.txt)',
    '/inside UNKNOWN leads into a private network, which is never asked',
    '/no-programs UNKNOWN cannot be checked: the server refuses programs (status 403)',
    'http://192.168.0.1/#part UNKNOWN leads into a private network, which is never asked',
    '/fine OK',
    '/no-head OK',
    '/today-elsewhere OK',
  ]);
  expect(run).toMatchObject({ mode: 'on-demand', total: paths.length + 1, done: paths.length + 1 });
  expect(new Set(asked.map(({ agent }) => agent))).toEqual(new Set(['site-link-check (+https://our.example)']));
  expect(asked.map(({ line }) => line)).not.toContain('HEAD /closed');
  expect(asked.filter(({ line }) => line === 'GET /robots.txt')).toHaveLength(1);
  const [gone] = (await call('externalLinks', { q: 'gone', state: 'FAILED_ONCE' })).items;
  expect(gone).toMatchObject({ used: 1, uses: [{ id, title: 'Linking', path: 'body' }] });

  // A new address waits until somebody asks again, or for the weekly check.
  answers['/late'] = (_, response) => response.end();
  await makeEntry(api.ctx, 'PAGE', { text: { title: 'Later', body: `[late](${site}/late)` } });
  expect(await check()).toBe(0);
  await updateLinkCheckRun(api.ctx, { mode: 'weekly', askedAt: null });
  expect(await check()).toBe(1);

  // What failed is tried again on another day, and nothing else within a week.
  expect(await check()).toBe(0);
  const passDay = () =>
    api.database.pool.query(`update external_links
      set checked_at = checked_at - interval '1 day', failing_since = failing_since - 1`);
  await passDay();
  expect(await check()).toBe(2);
  expect((await list()).lines[0]).toBe('/gone FAILED answers with status 404');
  // A week in which it cannot be checked does not make it better.
  const { '/gone': missing } = answers;
  for (const answer of [answers['/no-programs'], missing, answers['/fine']]) {
    for (let day = 0; day < 8; day++) await passDay();
    answers['/gone'] = answer as typeof missing & object;
    expect(await check()).toBe(paths.length + 2);
    if (answer === missing) expect((await list()).lines[0]).toBe('/gone FAILED answers with status 404');
  }
  expect((await list()).lines).toContain('/gone OK');
  expect((await call('externalLinks', { state: 'FAILED' })).items).toMatchObject([{ url: `${site}/round` }]);
});
