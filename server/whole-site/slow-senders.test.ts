import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outbox, submissions } from '../../api/db/tables.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeEntry } from '../../testing/makers.ts';
import { multipartOf, samplePdf } from '../../testing/sample-files.ts';
import { openTestSite, type TestSite } from '../../testing/site-app.ts';

let database: TestDatabase;
let site: TestSite;
let fullSite: TestSite;
let sockets: Socket[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  for (const slug of ['home', 'about-us']) await makeEntry(database, 'PAGE', { slug });
  site = await openTestSite(database);
  // More than any disk has.
  fullSite = await openTestSite(database, { FREE_DISK_MB: '999999999' });
}, 180_000);
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(async () => {
  await site?.close();
  await fullSite?.close();
  await database?.close();
});

/** Senders of a file that begin well and then send a byte now and then, until the test ends. */
async function openSlowSenders(path: string, count: number): Promise<void> {
  const { headers, payload } = multipartOf([samplePdf('slow.pdf', 100_000)]);
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
  await sleep(500);
}

/** Sends the contact form as a browser without JavaScript does; answers the status and the milliseconds it took. */
async function sendForm(to: TestSite, files = [samplePdf()]) {
  const fields = { name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() };
  const { headers, payload } = multipartOf(files, fields);
  const started = performance.now();
  const answer = await fetch(`${to.address}/contact-us`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html' },
    body: new Uint8Array(payload),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, ms: performance.now() - started };
}

async function upload(to: TestSite) {
  const { headers, payload } = multipartOf([samplePdf()]);
  const started = performance.now();
  const answer = await fetch(`${to.address}/api/file/upload`, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, body: await answer.json(), ms: performance.now() - started };
}

describe('senders of a byte now and then', () => {
  it('keep no form without JavaScript from being stored', async () => {
    await openSlowSenders('/contact-us', 20);
    const { status, ms } = await sendForm(site);
    expect(status).toBe(303);
    expect(ms).toBeLessThan(2_000);
  });

  it('keep no other file from being uploaded', async () => {
    await openSlowSenders('/api/file/upload', 20);
    const { status, ms } = await upload(site);
    expect(status).toBe(200);
    expect(ms).toBeLessThan(2_000);
  });
});

describe('on a disk with too little room', () => {
  it('an upload is refused, 503, and names the file', async () => {
    const { status, body } = await upload(fullSite);
    expect([status, body]).toMatchObject([
      503,
      { error: { code: 'unavailable', message: expect.stringContaining('plan.pdf') } },
    ]);
  });

  it('a form goes through without its files, and says which they were', async () => {
    const before = await database.db.select().from(submissions);
    expect((await sendForm(fullSite, [samplePdf('lost plan.pdf')])).status).toBe(303);
    expect(await database.db.select().from(submissions)).toHaveLength(before.length + 1);
    const mails = await database.db.select().from(outbox);
    expect(mails.map(({ body }) => body).join()).toContain('lost plan.pdf');
  });
});
