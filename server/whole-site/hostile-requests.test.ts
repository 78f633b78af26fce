import { describe, expect, it } from 'vitest';
import { errorBody } from '../../contract/http/errors.ts';
import { makeEntry } from '../../testing/makers.ts';
import { openSocket } from '../../testing/open-socket.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite({ env: { SITE_URL: 'https://www.site.example' } });
await makeEntry(site.database, 'PAGE', { slug: 'about-us' });

async function sendText(text: string) {
  const answer = await openSocket(site.address, text).answer;
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, body };
}

const policy = [
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

describe('a malformed request', () => {
  it.each([
    ['is nonsense', 400, 'NONSENSE\r\n\r\n'],
    ['has a header that is none', 400, 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n'],
    ['has too large headers', 431, `GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['says two lengths', 400, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['names no host', 400, 'GET /about-us HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['names two hosts', 400, 'GET /about-us HTTP/1.1\r\nhost: x\r\nHost: evil.example\r\nconnection: close\r\n\r\n'],
    ['names one host twice', 400, 'GET /about-us HTTP/1.1\r\nhost: x\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['asks for a tunnel', 405, 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n'],
    ['is no address', 400, 'GET /api/blog/blogdetails/%FF HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('%s: %i with the headers of every response', async (_what, status, text) => {
    const usual = await fetch(`${site.address}/healthz`);
    const { headers, ...answer } = await sendText(text);
    expect(answer.status).toBe(status);
    for (const name of policy) expect([name, headers.get(name)]).toEqual([name, usual.headers.get(name)]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
  });

  it('with two hosts is 400, at the API, for a file and for a cached page', async () => {
    await sendText('GET /about-us HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    for (const path of ['/about-us', '/api/blog/enable/list', '/icon.svg', '/healthz', '/none']) {
      const { status, body } = await sendText(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nHOST: b\r\nconnection: close\r\n\r\n`,
      );
      expect([path, status]).toEqual([path, 400]);
      if (path.startsWith('/api/')) expect(errorBody.parse(JSON.parse(body)).error.code).toBe('bad_request');
    }
  });
});

it('for a tunnel gets the supported methods, and never the response to the request before it', async () => {
  const tunnel = 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\nwhat the tunnel would carry';
  const { headers, body } = await sendText(tunnel);
  expect([headers.get('allow'), headers.get('connection')]).toEqual(['GET, HEAD, POST', 'close']);
  expect(errorBody.parse(JSON.parse(body)).error.code).toBe('method_not_allowed');
  const asked = 'GET /api/blog/enable/list HTTP/1.1\r\nhost: x\r\n\r\n';
  const answers = await openSocket(site.address, asked + tunnel).answer;
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});

it.each([
  ['with its length', (body: string) => `content-length: ${body.length}\r\n\r\n${body}`],
  [
    'in pieces',
    (body: string) => `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
])('a body of 6.7 MB, sent %s, is always answered with its refusal', async (_how, sent) => {
  const head = `POST /api/contact/submit HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\nconnection: close\r\n`;
  const text = head + sent(JSON.stringify({ message: 'x'.repeat(6_700_000) }));
  for (let round = 0; round < 10; round += 1) expect((await sendText(text)).status).toBe(413);
});

describe('a form sent without JavaScript', () => {
  const send = (type: string, body: Buffer) =>
    fetch(`${site.address}/contact-us`, {
      method: 'POST',
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      body: new Uint8Array(body),
      redirect: 'manual',
    });
  const sendUrlencoded = (name: string) =>
    send('application/x-www-form-urlencoded', Buffer.from(`name=${name}&email=a%40example.org&message=x`, 'latin1'));
  const sendMultipart = (name: string) =>
    send(
      'multipart/form-data; boundary=b',
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--b--\r\n`, 'latin1'),
    );

  it('is refused with 400 if it has bytes that are not UTF-8', async () => {
    for (const name of ['%FF', 'a%C3%28', '%ed%a0%80', '\xff', '\xc3(', '%C3', '%e2%82&x=%ac'])
      expect([name, (await sendUrlencoded(name)).status]).toEqual([name, 400]);
    for (const name of ['\xff', '\xc3(', '\xed\xa0\x80'])
      expect([name, (await sendMultipart(name)).status]).toEqual([name, 400]);
  });

  it('is accepted if it is UTF-8, plain or encoded', async () => {
    const utf8 = Buffer.from('Siobhán 👩🏽‍🔧').toString('latin1');
    // The page is not in this database; the test only checks that the form is not refused for its text.
    for (const name of [utf8, encodeURIComponent('Siobhán 👩🏽‍🔧'), '100%', '%zz'])
      expect([name, (await sendUrlencoded(name)).status]).not.toEqual([name, 400]);
    expect((await sendMultipart(utf8)).status).not.toBe(400);
  });

  it('is an empty form if it has no body', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };
    const { status } = await fetch(`${site.address}/studio/sign-in`, { method: 'POST', headers });
    expect(status).toBe(403);
  });
});

it('ignores an unknown Expect header', async () => {
  const { status, headers } = await sendText(
    'GET /about-us HTTP/1.1\r\nhost: x\r\nexpect: magic\r\nconnection: close\r\n\r\n',
  );
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
});
