import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileLife } from './release-files.ts';

/** Milliseconds between two writes of a release's list, which show that a server of the release runs. */
const interval = 24 * 60 * 60 * 1_000;

/** The end of the name of a file that lists the files of a release. */
const listEnding = '.release.json';

/** The release of this server: its name, and the folder of its built files. */
export interface OwnRelease {
  build: string;
  assets: string;
}

const createTemporaryPath = (path: string) => `${path}.${randomUUID()}.tmp`;

/** Returns null instead of the error for a file that another server removed or moved. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * Copies a file unless it exists. Copies it under a temporary name first, because servers of other releases read the
 * folder meanwhile.
 */
async function copyMissing(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => null)) return;
  const fresh = createTemporaryPath(to);
  await copyFile(from, fresh);
  await rename(fresh, to);
}

/** Writes the list of a release, or marks it as used now. */
async function writeList(folder: string, build: string, names: readonly string[], now: number): Promise<void> {
  const list = join(folder, build + listEnding);
  const fresh = createTemporaryPath(list);
  await writeFile(fresh, JSON.stringify(names));
  await utimes(fresh, new Date(now), new Date(now));
  await rename(fresh, list);
}

/**
 * Removes a file unless it is needed after all. Moves the file away before the check, so that a server that starts
 * meanwhile either misses the file and copies it, or has already listed it as needed.
 */
async function removeUnlessNeeded(path: string, isNeeded: (moved: string) => Promise<boolean>): Promise<void> {
  const moved = createTemporaryPath(path);
  const isMoved = await rename(path, moved).then(() => true, ignoreMissing);
  if (!isMoved) return;
  if (await isNeeded(moved)) await rename(moved, path).catch(ignoreMissing);
  else await rm(moved, { force: true });
}

/** Returns the names of the files that a list of a release names. */
async function readNeededFiles(folder: string): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const list of (await readdir(folder)).filter((name) => name.endsWith(listEnding))) {
    const text = await readFile(join(folder, list), 'utf8').catch(ignoreMissing);
    for (const name of text === null ? [] : (JSON.parse(text) as string[])) needed.add(name);
  }
  return needed;
}

/** Removes the lists of releases that no server has used for 30 days, and the files that no other list names. */
async function removeUnusedReleases(folder: string, now: number): Promise<void> {
  const getAge = async (path: string) => now - ((await stat(path).catch(ignoreMissing))?.mtimeMs ?? now);
  const names = await readdir(folder);
  for (const list of names.filter((name) => name.endsWith(listEnding))) {
    const path = join(folder, list);
    if ((await getAge(path)) > fileLife)
      await removeUnlessNeeded(path, async (moved) => (await getAge(moved)) <= fileLife);
  }
  const needed = await readNeededFiles(folder);
  for (const name of names) {
    const path = join(folder, name);
    // A new file may be the temporary file of another server.
    if (name.endsWith(listEnding) || needed.has(name) || (await getAge(path)) <= interval) continue;
    // The moved file keeps this time, so that no other server removes it as an old one meanwhile.
    await utimes(path, new Date(now), new Date(now)).catch(ignoreMissing);
    await removeUnlessNeeded(path, async () => (await readNeededFiles(folder)).has(name));
  }
}

/**
 * Copies the built files of this release to a folder that all servers share, so that servers of other releases can
 * serve them to pages that are open in browsers. Files stay for 30 days after the last server of their release.
 */
export async function shareAssets(folder: string, { build, assets }: OwnRelease, now = Date.now()): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(assets);
  // The list comes first, so that no other server removes a file that this one has found.
  await writeList(folder, build, names, now);
  for (const name of names) await copyMissing(join(assets, name), join(folder, name));
  await removeUnusedReleases(folder, now);
}

/** Shares the files of this release now, and again every day, so that the release counts as used. */
export async function keepSharingAssets(folder: string, release: OwnRelease): Promise<void> {
  await shareAssets(folder, release);
  // If the folder cannot be reached, the next attempt is a day later.
  setInterval(() => void shareAssets(folder, release).catch(() => undefined), interval).unref();
}
