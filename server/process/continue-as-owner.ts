import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder, projectFolder } from '../folders.ts';
import type { Settings } from '../settings.ts';
import { StartError } from './start-error.ts';

interface Owner {
  uid: number;
  gid: number;
}

/** The folders and files that the server writes in the data folder. */
const ownNames = ['postgres', 'postgres.log', 'socket', 'files', 'incoming', 'cache', 'archiver'];

function isOwnedBy(path: string, { uid }: Owner): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return !found || found.uid === uid;
}

function hasName({ uid }: Owner): boolean {
  try {
    execFileSync('id', ['-nu', String(uid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns whether an account may read the program. Tries it as that account. */
function canReadProgram({ uid, gid }: Owner): boolean {
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    readFileSync(join(projectFolder, 'package.json'));
    readdirSync(join(projectFolder, 'node_modules'));
    readdirSync(buildFolder);
    return true;
  } catch {
    return false;
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/**
 * Drops root's rights permanently: this process continues as the owner of the data folder. Returns in one line why it
 * cannot; null if it did, or if it is not root.
 */
export function continueAsOwner({ DATA_DIR, PORT }: Pick<Settings, 'DATA_DIR' | 'PORT'>): string | null {
  if (process.getuid?.() !== 0) return null;
  try {
    mkdirSync(DATA_DIR, { recursive: true });
  } catch (cause) {
    throw new StartError(`DATA_DIR cannot be created: ${(cause as Error).message}`, { cause });
  }
  const { uid, gid } = statSync(DATA_DIR);
  const owner = { uid, gid };
  const give = `chown -R <user>: ${DATA_DIR}`;
  if (uid === 0)
    return `DATA_DIR belongs to root; to run as a user of the site's own, create one and give it the folder: ${give}`;
  if (!hasName(owner)) return `the owner of DATA_DIR (${uid}) has no name on this system.`;
  if (PORT > 0 && PORT < 1024) return `only root may listen on port ${PORT}; take another behind a proxy.`;
  const foreign = ownNames.find((name) => !isOwnedBy(join(DATA_DIR, name), owner));
  if (foreign) return `DATA_DIR/${foreign} does not belong to the owner of DATA_DIR: ${give}`;
  if (!canReadProgram(owner)) return `the owner of DATA_DIR is not allowed to read ${projectFolder}.`;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  return null;
}
