import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDataFolder } from '../../testing/data-folder.ts';

const program = `
  import { open } from 'node:fs';
  import { endProcess } from ${JSON.stringify(new URL('end-process.ts', import.meta.url).href)};
  if (process.argv[1]) open(process.argv[1], 'w', () => undefined);
  await endProcess(3, 50);`;

async function run(...args: string[]): Promise<unknown[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], { stdio: 'ignore' });
  return once(child, 'exit');
}

it('ends a process with its code, also while a drive does not answer', async () => {
  const folder = await makeDataFolder('site-end-');
  // Opening a FIFO to write blocks until another process opens it to read.
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  expect(await run()).toEqual([3, null]);
  expect(await run(fifo)).toEqual([null, 'SIGKILL']);
  await rm(folder, { recursive: true, force: true });
});
