import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeEntry } from '../../testing/makers.ts';
import { startPreparedSite } from '../../testing/prepared-site.ts';
import { type WaitForPages, watchProcess } from '../../testing/process-usage.ts';
import type { SiteProcess } from '../../testing/running-site.ts';
import { openDatabase } from '../database/database.ts';
import { buildFolder } from '../folders.ts';

let site: SiteProcess;
let sockets: Socket[] = [];
beforeAll(async () => {
  site = await startPreparedSite({ isSmallMachine: true });
  // Enough for a list that is as long as its clients may ask for.
  const database = await openDatabase({ DATA_DIR: site.dataDir, DATABASE_URL: undefined });
  const { categoryId } = await makeEntry(database, 'BLOG');
  for (let count = 0; count < 100; count++)
    await makeEntry(database, 'BLOG', { categoryId, text: { summary: 'A summary of many words. '.repeat(10) } });
  await database.close();
  for (const path of ['/', '/blogs']) await fetch(site.address + path);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => site?.stop(), 90_000);

/** Returns the path of the largest script that browsers load. */
function findLargestScript(): string {
  const folder = join(buildFolder, 'client/assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const [largest] = scripts.sort((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size);
  return `/assets/${largest}`;
}

/** Opens a connection that sends something and reads nothing of the response. */
function openSilentSocket(said: string): Socket {
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1', () => socket.write(said));
  socket.on('error', () => undefined).pause();
  sockets.push(socket);
  return socket;
}

/** Sends requests over many connections, three times, while pages are requested; returns what that costs the server. */
const attack = (said: string, connections: number) =>
  watchProcess(site.process.pid ?? 0, `${site.address}/what-we-do`, async (waitForPages: WaitForPages) => {
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < connections; index++) openSilentSocket(said);
      await waitForPages(5);
    }
  });

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n`;

describe('many concurrent requests cost neither memory nor open files, and pages are answered,', () => {
  it.each([
    ['for a script', get(findLargestScript()).repeat(900), 25],
    ['for a page that is not there', get('/blog/none').repeat(900), 25],
    ['for a page that is kept, on many connections', get('/blogs').repeat(8), 100],
    ['for a list, on many connections', get('/api/blog/enable/list?size=100').repeat(8), 100],
    ['for a drawn picture', get('/social-image.png').repeat(900), 25],
    ['behind a body', `POST /contact-us HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx`.repeat(900), 25],
  ])('%s', async (_what, said, connections) => {
    const usage = await attack(said, connections);
    expect(usage.memory).toBeLessThan(400);
    expect(usage.openFiles).toBeLessThan(400);
  });
});
