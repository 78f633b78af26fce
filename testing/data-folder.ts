import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Creates a data folder for a test or a proof, which is removed at the latest when the process ends. Other accounts may
 * enter it. Otherwise PostgreSQL, if run by root, would put its data under /var/lib, where it remains after the test.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}
