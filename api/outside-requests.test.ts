import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { classifyAddress, createRequestOutside, type OutsideRequest } from './outside-requests.ts';

/** Starts a server on 127.0.0.1 that counts its requests. */
async function startReceiver(answer: RequestListener = (_request, response) => response.end('here')) {
  const asked: { host: string | undefined; method: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({ host: request.headers.host, method: request.method });
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { asked, port, url: `http://127.0.0.1:${port}/` };
}

const limits = { method: 'GET', timeout: 20_000, maxBytes: 1000 } as const satisfies Partial<OutsideRequest>;
const local = createRequestOutside({ allowsLoopback: true });

it.each([
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.0.8',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::10.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:a00:1::1',
  '2001:0:1::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'no address',
])('%s is private', (address) => {
  expect(classifyAddress(address)).toBe('PRIVATE');
});

it('knows public addresses, and those of this machine', () => {
  for (const address of ['93.184.215.14', '2606:2800:21f::1', '::ffff:93.184.215.14', '64:ff9b::93.184.215.14'])
    expect([address, classifyAddress(address)]).toEqual([address, 'PUBLIC']);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    expect([address, classifyAddress(address)]).toEqual([address, 'LOOPBACK']);
});

it('refuses every way of writing a private address, and sends nothing there', async () => {
  const receiver = await startReceiver();
  const strict = createRequestOutside();
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    'localhost',
    'localhost.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
  ];
  for (const host of hosts)
    await expect(
      strict({ ...limits, url: `http://${host}:${receiver.port}/`, schemes: ['http'] }),
      host,
    ).rejects.toMatchObject({ failure: expect.stringMatching(/^(?:PRIVATE_ADDRESS|UNKNOWN_HOST)$/) });
  const named = createRequestOutside({ resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] });
  const url = `http://public.example:${receiver.port}/`;
  await expect(named({ ...limits, url, schemes: ['http'] })).rejects.toMatchObject({ failure: 'PRIVATE_ADDRESS' });
  expect(receiver.asked).toEqual([]);
});

it('connects to the address that it checked, whatever the name resolves to afterwards', async () => {
  const receiver = await startReceiver();
  const answers = ['127.0.0.1', '10.0.0.1'];
  const rebound = createRequestOutside({
    allowsLoopback: true,
    resolveHost: async () => [{ address: answers.shift() ?? '', family: 4 }],
  });
  const url = `http://rebound.example:${receiver.port}/`;
  expect((await rebound({ ...limits, url })).body.toString()).toBe('here');
  expect(receiver.asked).toEqual([{ host: `rebound.example:${receiver.port}`, method: 'GET' }]);
  await expect(rebound({ ...limits, url })).rejects.toMatchObject({ failure: 'PRIVATE_ADDRESS' });
});

it('leaves out the private ones of the addresses of a name', async () => {
  const receiver = await startReceiver();
  const addresses = [
    { address: '169.254.169.254', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const mixed = createRequestOutside({ allowsLoopback: true, resolveHost: async () => addresses });
  const { status } = await mixed({ ...limits, url: `http://mixed.example:${receiver.port}/` });
  expect(status).toBe(200);
});

it('follows no redirect', async () => {
  const target = await startReceiver();
  const receiver = await startReceiver((_request, response) =>
    response.writeHead(302, { location: target.url }).end('moved'),
  );
  const answer = await local({ ...limits, url: receiver.url });
  expect([answer.status, answer.headers.location, answer.body.toString()]).toEqual([302, target.url, 'moved']);
  expect(target.asked).toEqual([]);
});

it('reads no more than the limit, also of an answer without an end', async () => {
  const endless = await startReceiver((_request, response) => {
    const write = () => response.write('x'.repeat(1000));
    response.on('drain', write);
    while (write());
  });
  expect(await local({ ...limits, url: endless.url })).toMatchObject({ isCut: true, body: { length: 1000 } });
});

it('says why no answer came', async () => {
  const silent = await startReceiver(() => undefined);
  const dripping = await startReceiver((_request, response) => void response.write('x'));
  const broken = await startReceiver((request) => request.socket.destroy());
  const closed = await startReceiver();
  const unknown = createRequestOutside({ resolveHost: async () => [] });
  const unanswered = createRequestOutside({ resolveHost: () => new Promise(() => {}) });
  const cases: [string, () => Promise<unknown>][] = [
    ['TIMED_OUT', () => local({ ...limits, url: silent.url, timeout: 50 })],
    ['TIMED_OUT', () => local({ ...limits, url: dripping.url, timeout: 50 })],
    ['TIMED_OUT', () => unanswered({ ...limits, url: 'https://a.example', timeout: 50 })],
    ['BROKEN_OFF', () => local({ ...limits, url: broken.url })],
    ['BROKEN_OFF', () => local({ ...limits, url: closed.url.replace('http:', 'https:') })],
    ['UNKNOWN_HOST', () => unknown({ ...limits, url: 'https://a.example' })],
    ['INVALID_ADDRESS', () => local({ ...limits, url: 'https://user:word@a.example' })],
    ['INVALID_ADDRESS', () => local({ ...limits, url: 'file:///etc/passwd' })],
    ['INVALID_ADDRESS', () => local({ ...limits, url: 'no address' })],
    ['INVALID_ADDRESS', () => local({ ...limits, url: 'http://93.184.215.14/' })],
  ];
  for (const [failure, request] of cases) await expect(request(), failure).rejects.toMatchObject({ failure });
});
