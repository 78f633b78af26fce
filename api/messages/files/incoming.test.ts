import { readdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDataFolder } from '../../../testing/data-folder.ts';
import { createIncomingFiles, NoSpaceError } from './incoming.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeDataFolder('site-incoming-');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stream = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));

it('returns the received bytes, and leaves nothing in its folder', async () => {
  const incoming = createIncomingFiles({ folder, freeBytes: 0 });
  const file = await incoming.receive(stream('one ', 'two ', 'three'), 'a');
  expect(String(await file.read(Buffer.alloc(20)))).toBe('one two three');
  expect(await readdir(folder)).toEqual([]);
  await file.remove();
});

it('limits the bytes of a network and of all until they are removed', async () => {
  const incoming = createIncomingFiles({ folder, freeBytes: 0, limits: { perNetwork: 10, total: 15 } });
  const first = await incoming.receive(stream('12345678'), 'a');
  const rest = stream('123', '45', '6');
  await expect(incoming.receive(rest, 'a')).rejects.toThrow(NoSpaceError);
  // The other parts of the form must still be readable.
  expect(rest.readableEnded).toBe(true);
  const other = await incoming.receive(stream('1234567'), 'b');
  await expect(incoming.receive(stream('1'), 'c')).rejects.toThrow(NoSpaceError);
  for (const file of [first, other]) await file.remove();
  await (await incoming.receive(stream('1234567890'), 'a')).remove();
});

it('refuses a file if the disk has too little space or the folder cannot be created', async () => {
  const full = createIncomingFiles({ folder, freeBytes: 2 ** 60 });
  await expect(full.receive(stream('1'), 'a')).rejects.toThrow(NoSpaceError);
  const nowhere = createIncomingFiles({ folder: '/dev/null/folder', freeBytes: 0 });
  await expect(nowhere.receive(stream('1'), 'a')).rejects.toThrow(NoSpaceError);
  await (await full.receive(stream(), 'a')).remove();
});

it('removes an upload that its sender aborted', async () => {
  const incoming = createIncomingFiles({ folder, freeBytes: 0, limits: { perNetwork: 10, total: 10 } });
  async function* streamBrokenFile() {
    yield Buffer.from('12345678');
    throw new Error('gone');
  }
  await expect(incoming.receive(streamBrokenFile(), 'a')).rejects.toThrow('gone');
  await (await incoming.receive(stream('1234567890'), 'a')).remove();
});
