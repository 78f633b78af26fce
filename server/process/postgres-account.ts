import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** The account that PostgreSQL runs as if this process is root, because PostgreSQL refuses to run as root. */
export interface PostgresAccount {
  uid: number;
  gid: number;
}

/** Returns what the program `id` prints about an account: its number, group or name, as the flag says. */
function runId(flag: string, account: string): string {
  return execFileSync('id', [flag, account], { encoding: 'utf8' }).trim();
}

/** Returns the owner of a file or folder; null if it does not exist or belongs to root. */
async function findOwner(path: string): Promise<PostgresAccount | null> {
  const owner = await stat(path).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : null;
}

/**
 * Returns the account for PostgreSQL if this process is root, else null. It is the owner of the database files, else
 * the owner of the data folder, else `nobody`, which every Unix has.
 */
export async function findPostgresAccount(dataDir: string): Promise<PostgresAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = (await findOwner(join(dataDir, 'postgres'))) ?? (await findOwner(dataDir));
  return owner ?? { uid: Number(runId('-u', 'nobody')), gid: Number(runId('-g', 'nobody')) };
}

/** Returns the name of an account, or of this process's account; null for an account without a name. */
function findName(account: PostgresAccount | null): string | null {
  try {
    return account ? runId('-nu', String(account.uid)) : userInfo().username;
  } catch {
    // Accounts in containers often have a number but no name.
    return null;
  }
}

/**
 * Returns the names of the accounts that may connect to an embedded PostgreSQL: root, and PostgreSQL's own account
 * unless other programs share it.
 */
export function listAccountsWithAccess(account: PostgresAccount | null): string[] {
  const name = findName(account);
  return [...new Set(['root', ...(name === null || name === 'nobody' ? [] : [name])])];
}

/** Returns whether any account may enter all folders on the way to a path. */
async function isReachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Returns a folder that the account can reach: `wanted`, or a private folder under /var/lib if a parent of `wanted` is
 * closed, as /root is.
 */
export async function findReachableFolder(wanted: string, account: PostgresAccount | null): Promise<string> {
  if (!account || (await isReachable(join(wanted, 'inside')))) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = `/var/lib/site-${name}`;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/**
 * Returns a folder of PostgreSQL's programs that the account can reach: the installed one, or a copy under /var/lib.
 */
export async function findReachablePrograms(
  native: string,
  version: string,
  account: PostgresAccount | null,
): Promise<string> {
  if (!account || (await isReachable(join(native, 'bin')))) return native;
  const copy = `/var/lib/site-postgres-${version}`;
  if (
    await stat(copy).then(
      () => true,
      () => false,
    )
  )
    return copy;
  const fresh = `${copy}.${process.pid}`;
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await rename(fresh, copy).catch(async () => rm(fresh, { recursive: true, force: true }));
  return copy;
}
