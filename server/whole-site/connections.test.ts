import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { watchProcess } from '../../testing/process-usage.ts';
import { type SiteProcess, startSiteProcess } from '../../testing/running-site.ts';
import { buildFolder } from '../folders.ts';

let site: SiteProcess;
let sockets: Socket[] = [];
beforeAll(async () => {
  site = await startSiteProcess();
  for (const path of ['/', '/blogs']) await fetch(site.address + path);
}, 120_000);
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => site?.stop(), 90_000);

/** The largest script that browsers are sent. */
function largestScript(): string {
  const folder = join(buildFolder, 'client/assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const [largest] = scripts.sort((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size);
  return `/assets/${largest}`;
}

/** A connection that says something and reads nothing of the answer. */
function openSilentSocket(said: string): Socket {
  const socket = connect(Number(new URL(site.address).port), '127.0.0.1', () => socket.write(said));
  socket.on('error', () => undefined).pause();
  sockets.push(socket);
  return socket;
}

const watch = (work: () => Promise<void>) => watchProcess(site.process.pid ?? 0, `${site.address}/what-we-do`, work);

/** Asks by 25 connections, three times, and answers what that cost the server. */
const attack = (said: string, connections = 25) =>
  watch(async () => {
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < connections; index++) openSilentSocket(said);
      await sleep(1_000);
    }
  });

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n`;

describe('many requests at once cost neither memory nor open files, and pages answer,', () => {
  it.each([
    ['for a script', get(largestScript()).repeat(900), 25],
    ['for a page that is not there', get('/blog/none').repeat(900), 25],
    ['for a page that is kept, on many connections', get('/blogs').repeat(8), 100],
    ['for a list, on many connections', get('/api/blog/enable/list?size=100').repeat(8), 100],
    ['for a drawn picture', get('/social-image.png').repeat(900), 25],
    ['behind a body', `POST /contact-us HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\nx`.repeat(900), 25],
  ])('%s', async (_what, said, connections) => {
    const usage = await attack(said, connections);
    expect(usage.memory).toBeLessThan(400);
    expect(usage.openFiles).toBeLessThan(400);
    expect(usage.slowestPage).toBeLessThan(1_000);
  });
});
