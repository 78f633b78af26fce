import { lstat, readlink, realpath, rename, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './usage-error.ts';

/** The links beside the folder `releases`. */
export interface ReleaseLinks {
  /** The release that the next start uses. */
  current: string;
  /** The release that `current` named before; null after the first switch. */
  previous: string | null;
}

/** Replaces a link in one step, so that a start at any moment finds the old release or the new one. */
async function replaceLink(link: string, target: string): Promise<void> {
  const fresh = `${link}.${process.pid}.tmp`;
  await symlink(target, fresh);
  await rename(fresh, link);
}

/** Returns the target of a link, or null if there is none. Refuses a folder or file in its place. */
async function readTarget(link: string): Promise<string | null> {
  const found = await lstat(link).catch(() => null);
  if (found && !found.isSymbolicLink())
    throw new UsageError(
      `${link} is not a link. Stop the server and move it to a folder of ${dirname(link)}/releases.`,
    );
  return found && readlink(link);
}

/**
 * Makes a release the current one: `…/current` beside `…/releases` then names it, and `…/previous` the one before.
 * The links are relative, so the whole folder can be moved or mounted elsewhere.
 */
export async function switchRelease(folder: string): Promise<ReleaseLinks> {
  const release = await realpath(folder);
  const releases = dirname(release);
  if (basename(releases) !== 'releases')
    throw new UsageError(`${release} is not in a folder "releases", such as /srv/site/releases/1.`);
  const [current, previous] = ['current', 'previous'].map((name) => join(releases, '..', name)) as [string, string];
  const target = join('releases', basename(release));
  const [before, earlier] = [await readTarget(current), await readTarget(previous)];
  if (before === target) return { current: target, previous: earlier };
  if (before) await replaceLink(previous, before);
  await replaceLink(current, target);
  return { current: target, previous: before };
}
