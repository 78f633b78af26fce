import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDifference } from './thumbnail.ts';

const folder = fileURLToPath(new URL('reference', import.meta.url));
const browserFile = join(folder, 'browser.txt');
const fileOf = (name: string) => join(folder, `${name}.webp`);

/** Names of the pictures that are kept. */
export async function keptNames(): Promise<string[]> {
  const files = await readdir(folder).catch(() => [] as string[]);
  return files.filter((file) => file.endsWith('.webp')).map((file) => file.slice(0, -'.webp'.length));
}

/** The browser whose pictures are kept; another one draws letters its own way. */
export async function keptBrowser(): Promise<string> {
  return readFile(browserFile, 'utf8').then(
    (text) => text.trim(),
    () => 'none',
  );
}

/** Keeps a picture's thumbnail. */
export async function keep(name: string, thumbnail: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(name), thumbnail);
}

/** Ends a keeping of all pictures: the others go. */
export async function keepOnly(names: ReadonlySet<string>, browser: string): Promise<void> {
  const gone = (await keptNames()).filter((name) => !names.has(name));
  await Promise.all(gone.map((name) => rm(fileOf(name))));
  await writeFile(browserFile, `${browser}\n`);
}

/** What `compare` says where nothing is kept. */
export const isNew = 'is new: none is kept';

/** How a picture differs from the kept one; null where it does not. */
export async function compare(name: string, thumbnail: Buffer): Promise<string | null> {
  const kept = await readFile(fileOf(name)).catch(() => null);
  return kept ? findDifference(kept, thumbnail) : isNew;
}
