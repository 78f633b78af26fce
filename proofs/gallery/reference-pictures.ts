import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDifference } from './thumbnail.ts';

const folder = fileURLToPath(new URL('reference', import.meta.url));
const browserFile = join(folder, 'browser.txt');
const getFile = (name: string) => join(folder, `${name}.webp`);

export async function listReferenceNames(): Promise<string[]> {
  const files = await readdir(folder).catch(() => [] as string[]);
  return files.filter((file) => file.endsWith('.webp')).map((file) => file.slice(0, -'.webp'.length));
}

/** Returns the browser that drew the reference pictures; another browser draws letters differently. */
export async function readReferenceBrowser(): Promise<string> {
  return readFile(browserFile, 'utf8').then(
    (text) => text.trim(),
    () => 'none',
  );
}

/** Saves a picture's thumbnail as its reference. */
export async function saveReference(name: string, thumbnail: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(getFile(name), thumbnail);
}

/** Removes the reference pictures with other names, and records the browser. */
export async function removeOtherReferences(names: ReadonlySet<string>, browser: string): Promise<void> {
  const gone = (await listReferenceNames()).filter((name) => !names.has(name));
  await Promise.all(gone.map((name) => rm(getFile(name))));
  await writeFile(browserFile, `${browser}\n`);
}

/** The result of `compareWithReference` without a reference picture. */
export const noReference = 'is new: there is no reference';

/** Returns how a picture differs from its reference; null if it does not. */
export async function compareWithReference(name: string, thumbnail: Buffer): Promise<string | null> {
  const reference = await readFile(getFile(name)).catch(() => null);
  return reference ? findDifference(reference, thumbnail) : noReference;
}
