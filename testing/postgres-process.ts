import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the process id of the embedded PostgreSQL of a data folder; null if it is not running. */
export async function findPostgresPid(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 && isProcessAlive(pid) ? pid : null;
}

export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
