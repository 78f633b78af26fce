import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type ConnectionLimits, type LimitConnectionsOptions, limitConnections } from './limit-connections.ts';

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function serve(
  listener: RequestListener,
  limits: Partial<ConnectionLimits> = {},
  options: LimitConnectionsOptions = {},
): Promise<void> {
  server = limitConnections(createServer(), listener, { ...options, limits: { sweep: 20, ...limits } });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Opens a connection from an address of this machine, and collects its responses. */
function open(localAddress = '127.0.0.1'): { socket: Socket; answer: () => string; closed: () => boolean } {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  let answer = '';
  socket
    .on('error', () => undefined)
    .on('data', (part) => {
      answer += part;
    });
  return { socket, answer: () => answer, closed: () => socket.destroyed };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const echo: RequestListener = (request, response) => response.end(request.url);
const piece = Buffer.alloc(40);

it('answers the requests of a connection in order, one at a time', async () => {
  let [atOnce, most] = [0, 0];
  await serve(async (request, response) => {
    most = Math.max(most, ++atOnce);
    await sleep(request.url === '/1' ? 50 : 1);
    atOnce--;
    response.end(`answer ${request.url};`);
  });
  const { socket, answer } = open();
  socket.write(['/1', '/2', '/3', '/4'].map(get).join(''));
  await expect.poll(() => answer().match(/answer \/\d/g)).toEqual([1, 2, 3, 4].map((n) => `answer /${n}`));
  expect(most).toBe(1);
});

it('closes a connection with too many waiting requests, without rendering their responses', async () => {
  let asked = 0;
  await serve(() => void asked++, { pipelined: 3 });
  const { socket, closed } = open();
  socket.write(get('/').repeat(4));
  await expect.poll(() => asked).toBe(1);
  expect(closed()).toBe(false);
  socket.write(get('/').repeat(100));
  await expect.poll(closed).toBe(true);
  expect(asked).toBe(1);
});

it('parses no more requests from one packet than may wait', async () => {
  let read = 0;
  await serve(() => undefined, { pipelined: 3 });
  server.prependListener('request', () => void read++);
  const { socket, closed } = open();
  socket.write(get('/').repeat(1_000));
  await expect.poll(closed).toBe(true);
  expect(read).toBe(5);
});

it.each(['in one piece with its head', 'in a piece of its own'])(
  'accepts a body that looks like many requests, %s',
  async (how) => {
    await serve(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      response.end(createHash('sha256').update(Buffer.concat(parts)).digest('hex'));
    });
    const { socket, answer } = open();
    const body = get('/').repeat(100);
    const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`;
    if (how.startsWith('in one')) socket.write(head + body + get('/next'));
    else {
      socket.write(head);
      await sleep(100);
      socket.write(body);
    }
    await expect.poll(answer).toContain(createHash('sha256').update(body).digest('hex'));
  },
);

it('closes a connection that does not read its response, but not a slow one', async () => {
  const big = Buffer.alloc(16_000_000);
  await serve((_request, response) => void response.end(big), {
    firstPause: 1_000,
    longestPause: 1_000,
  });
  const [silent, slow] = [open(), open()];
  silent.socket.pause().write(get('/'));
  slow.socket.write(get('/'));
  let received = 0;
  slow.socket.removeAllListeners('data').on('data', (part) => {
    received += part.length;
    slow.socket.pause();
    setTimeout(() => slow.socket.resume(), 2);
  });
  await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(1);
  await expect.poll(() => received).toBeGreaterThan(big.length);
});

it('answers 408 and closes for a body that arrives byte by byte, but not for one in larger pieces', async () => {
  const take: RequestListener = async (request, response) => {
    let bytes = 0;
    for await (const part of request) bytes += part.length;
    response.end(`took ${bytes}`);
  };
  // The larger pieces arrive seven times as fast as they must, and a busy machine may delay each by most of a second.
  const limits = { firstPause: 1_000, longestPause: 1_000, bytesPerSecond: 100, closing: 100 };
  await serve((request, response) => void Promise.resolve(take(request, response)).catch(() => undefined), limits);
  server.on('clientError', (_error, socket) => (socket as Socket).end('HTTP/1.1 408 Late\r\n\r\n'));
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1200\r\n\r\n';
  const [dribbling, steady] = [open(), open()];
  dribbling.socket.write(head);
  const dribble = setInterval(() => dribbling.socket.write('x'), 50);
  steady.socket.write(head);
  const send = setInterval(() => steady.socket.write(piece), 60);
  await expect.poll(dribbling.answer).toContain('408');
  // The client does not close its side, so the server closes the connection.
  await expect.poll(dribbling.closed).toBe(true);
  await expect.poll(steady.answer).toContain('took 1200');
  for (const timer of [dribble, send]) clearInterval(timer);
});

it('does not count its own pause against a client', async () => {
  const held: (() => void)[] = [];
  await serve(
    (request, response) => {
      held.push(() => request.resume().on('end', () => response.end('took it')));
    },
    { firstPause: 100, longestPause: 100 },
  );
  const { socket, answer, closed } = open();
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 200000\r\n\r\n${'x'.repeat(200_000)}`);
  await sleep(500);
  expect(closed()).toBe(false);
  held[0]?.();
  await expect.poll(answer).toContain('took it');
});

it('closes the oldest idle connection of a network with too many connections', async () => {
  await serve(echo, { perNetwork: 3 });
  const first = [open(), open(), open()];
  for (const { socket, answer } of first) {
    socket.write(get('/here'));
    await expect.poll(answer).toContain('/here');
  }
  const other = open('127.0.0.2');
  other.socket.write(get('/other'));
  await expect.poll(other.answer).toContain('/other');
  expect(first.map(({ closed }) => closed())).toEqual([false, false, false]);
  const newcomer = open();
  newcomer.socket.write(get('/new'));
  await expect.poll(newcomer.answer).toContain('/new');
  await expect.poll(() => first.map(({ closed }) => closed())).toEqual([true, false, false]);
  expect(other.closed()).toBe(false);
});

it('closes a connection of the network with the most connections if there are too many in total', async () => {
  await serve(echo, { total: 4 });
  const many = [open(), open(), open()];
  const few = open('127.0.0.2');
  few.socket.write(get('/few'));
  await expect.poll(few.answer).toContain('/few');
  const newcomer = open('127.0.0.3');
  newcomer.socket.write(get('/new'));
  await expect.poll(newcomer.answer).toContain('/new');
  await expect.poll(() => [...many, few].map(({ closed }) => closed())).toEqual([true, false, false, false]);
});

it('refuses a new connection if every connection of its network is busy', async () => {
  const answers: (() => void)[] = [];
  await serve((_request, response) => void answers.push(() => response.end('done')), { perNetwork: 2 });
  const busy = [open(), open()];
  for (const { socket } of busy) socket.write(get('/'));
  await expect.poll(() => answers.length).toBe(2);
  const newcomer = open();
  await expect.poll(newcomer.closed).toBe(true);
  for (const answer of answers) answer();
  for (const { answer } of busy) await expect.poll(answer).toContain('done');
});

it('does not count networks behind proxies', async () => {
  await serve(echo, { perNetwork: 1 }, { isProxied: true });
  const both = [open(), open()];
  for (const { socket, answer } of both) {
    socket.write(get('/here'));
    await expect.poll(answer).toContain('/here');
  }
});

it('reads a refused body to its end before it closes, so that the client receives the response', async () => {
  await serve((_request, response) => response.writeHead(413, { connection: 'close' }).end('too large'));
  const size = 7_000_000;
  const body = Buffer.alloc(size);
  for (let round = 0; round < 10; round += 1) {
    const { socket, answer } = open();
    const errors: string[] = [];
    socket.on('error', ({ message }) => errors.push(message));
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n`);
    socket.write(body);
    await once(socket, 'close');
    expect(errors).toEqual([]);
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer()).toContain('too large');
  }
});

it('closes a connection whose refused body does not end', async () => {
  await serve((_request, response) => response.writeHead(413, { connection: 'close' }).end(), { dropped: 1_000_000 });
  const port = (server.address() as AddressInfo).port;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined).resume();
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n');
  await once(socket, 'end');
  let sent = 0;
  // The next piece follows when the system has taken the one before, or has refused it.
  for (; sent < 20_000_000 && !socket.destroyed; sent += 100_000)
    await new Promise<void>((resolve) => socket.write(Buffer.alloc(100_000), () => resolve()));
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(sent).toBeGreaterThan(900_000);
});
