import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The user that PostgreSQL runs as where we are root (it refuses to be root itself); null: as ourselves. */
export interface Account {
  uid: number;
  gid: number;
}

/** `nobody`, which every Unix has, when we are root. */
export function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
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
