import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileLife } from './release-files.ts';

/** Milliseconds between two updates of a release's list, which show that a server of the release runs. */
const interval = 24 * 60 * 60 * 1_000;

/** The end of the name of a file that lists the files of a release. */
const listEnding = '.release.json';

/** The release of this server: its name, and the folder of its built files. */
export interface OwnRelease {
  build: string;
  assets: string;
}

/**
 * Copies a file unless it exists. Copies it under a temporary name first, because servers of other releases read the
 * folder meanwhile.
 */
async function copyMissing(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => null)) return;
  const fresh = `${to}.${randomUUID()}.tmp`;
  await copyFile(from, fresh);
  await rename(fresh, to);
}

/** Removes the lists of releases that no server has used for 30 days, and the files that no other list names. */
async function removeUnusedReleases(folder: string, now: number): Promise<void> {
  const names = await readdir(folder);
  const used = new Set<string>();
  for (const list of names.filter((name) => name.endsWith(listEnding))) {
    const path = join(folder, list);
    if (now - (await stat(path)).mtimeMs > fileLife) await rm(path, { force: true });
    else for (const name of JSON.parse(await readFile(path, 'utf8')) as string[]) used.add(name);
  }
  for (const name of names) {
    if (name.endsWith(listEnding) || used.has(name)) continue;
    // A new file can belong to a server that has not written its list yet.
    const age = now - (await stat(join(folder, name)).catch(() => ({ mtimeMs: now }))).mtimeMs;
    if (age > interval) await rm(join(folder, name), { force: true });
  }
}

/**
 * Copies the built files of this release to a folder that all servers share, so that servers of other releases can
 * serve them to pages that are open in browsers. Files stay for 30 days after the last server of their release.
 */
export async function shareAssets(folder: string, { build, assets }: OwnRelease, now = Date.now()): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(assets);
  for (const name of names) await copyMissing(join(assets, name), join(folder, name));
  const list = join(folder, build + listEnding);
  const fresh = `${list}.${randomUUID()}.tmp`;
  await writeFile(fresh, JSON.stringify(names));
  await rename(fresh, list);
  await utimes(list, new Date(now), new Date(now));
  await removeUnusedReleases(folder, now);
}

/** Shares the files of this release, and marks the release as used every day until the process ends. */
export async function keepSharingAssets(folder: string, release: OwnRelease): Promise<void> {
  await shareAssets(folder, release);
  const list = join(folder, release.build + listEnding);
  setInterval(() => void utimes(list, new Date(), new Date()).catch(() => undefined), interval).unref();
}
