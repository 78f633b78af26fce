import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** The user that PostgreSQL runs as where we are root (it refuses to be root itself); null: as ourselves. */
export interface Account {
  uid: number;
  gid: number;
}

function ask(flag: string, of: string): string {
  return execFileSync('id', [flag, of], { encoding: 'utf8' }).trim();
}

async function ownerOf(path: string): Promise<Account | null> {
  const owner = await stat(path).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : null;
}

/**
 * Returns the account for PostgreSQL where we are root: the owner of its files, else the owner of the data folder, else
 * `nobody`, which every Unix has.
 */
export async function findAccount(dataDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = (await ownerOf(join(dataDir, 'postgres'))) ?? (await ownerOf(dataDir));
  return owner ?? { uid: Number(ask('-u', 'nobody')), gid: Number(ask('-g', 'nobody')) };
}

function nameOf(account: Account | null): string | null {
  try {
    return account ? ask('-nu', String(account.uid)) : userInfo().username;
  } catch {
    // A number without a name, as containers have.
    return null;
  }
}

/** Accounts of the machine that may connect to an embedded PostgreSQL: root, and its own user where no other program shares it. */
export function accountsWithAccess(account: Account | null): string[] {
  const name = nameOf(account);
  return [...new Set(['root', ...(name === null || name === 'nobody' ? [] : [name])])];
}

/** Whether an account without rights of its own may walk to a path: every folder on the way lets others through. */
async function reachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * A folder that the account can reach: `wanted` itself, or a private one under /var/lib where `wanted` lies behind
 * a closed door such as /root.
 */
export async function reachableFolder(wanted: string, account: Account | null): Promise<string> {
  if (!account || (await reachable(join(wanted, 'inside')))) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = `/var/lib/site-${name}`;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** The PostgreSQL programs where the account can run them: in place, or a copy beside its data. */
export async function reachablePrograms(native: string, version: string, account: Account | null): Promise<string> {
  if (!account || (await reachable(join(native, 'bin')))) return native;
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
