import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A data folder for a test. Others may walk through it: behind a closed one PostgreSQL, run by root, would put its data
 * under /var/lib, where it stays when the test has removed its own folder.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}
