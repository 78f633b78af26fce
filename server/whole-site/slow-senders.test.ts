import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { outbox, submissions } from '../../api/db/tables.ts';
import { makeEntry } from '../../testing/makers.ts';
import { createMultipart, createPdf } from '../../testing/sample-files.ts';
import { setUpSite, type TestSite } from '../../testing/test-site.ts';

const site = await setUpSite();
for (const slug of ['home', 'about-us']) await makeEntry(site.database, 'PAGE', { slug });
// More than any disk has.
const fullSite = await setUpSite({ env: { FREE_DISK_MB: '999999999' } });
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** Opens connections that send the beginning of a file and then a byte every half second, until the test ends. */
async function openSlowSenders(path: string, count: number): Promise<void> {
  const { headers, payload } = createMultipart([createPdf('slow.pdf', 100_000)]);
  const head = Object.entries({ ...headers, host: 'x', 'content-length': payload.length });
  for (let index = 0; index < count; index++) {
    const socket = connect(Number(new URL(site.address).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.write(payload.subarray(0, 5_000));
    const dribble = setInterval(() => socket.write(' '), 500);
    socket.once('close', () => clearInterval(dribble));
  }
  const countConnections = promisify(site.server.getConnections.bind(site.server));
  await expect.poll(() => countConnections()).toBeGreaterThanOrEqual(count);
  // The server reads what has arrived before it answers this.
  expect((await fetch(`${site.address}/healthz`)).status).toBe(200);
}

const areStillSending = () => sockets.every((socket) => !socket.destroyed);

/** Sends the contact form as a browser without JavaScript does; returns the status. */
async function sendForm(to: TestSite, files = [createPdf()]): Promise<number> {
  const fields = { name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() };
  const { headers, payload } = createMultipart(files, fields);
  const answer = await fetch(`${to.address}/contact-us`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html' },
    body: new Uint8Array(payload),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  return answer.status;
}

async function upload(to: TestSite) {
  const { headers, payload } = createMultipart([createPdf()]);
  const answer = await fetch(`${to.address}/api/file/upload`, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('slow senders', () => {
  it('do not keep forms without JavaScript from being stored', async () => {
    await openSlowSenders('/contact-us', 20);
    expect(await sendForm(site)).toBe(303);
    expect(areStillSending()).toBe(true);
  });

  it('do not keep other files from being uploaded', async () => {
    await openSlowSenders('/api/file/upload', 20);
    expect((await upload(site)).status).toBe(200);
    expect(areStillSending()).toBe(true);
  });
});

describe('on a disk without enough space', () => {
  it('an upload is refused with 503 and the name of the file', async () => {
    const { status, body } = await upload(fullSite);
    expect([status, body]).toMatchObject([
      503,
      { error: { code: 'unavailable', message: expect.stringContaining('plan.pdf') } },
    ]);
  });

  it('a form goes through without its files, and says which they were', async () => {
    const before = await fullSite.database.db.select().from(submissions);
    expect(await sendForm(fullSite, [createPdf('lost plan.pdf')])).toBe(303);
    expect(await fullSite.database.db.select().from(submissions)).toHaveLength(before.length + 1);
    const mails = await fullSite.database.db.select().from(outbox);
    expect(mails.map(({ body }) => body).join()).toContain('lost plan.pdf');
  });
});
