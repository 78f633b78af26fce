import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectFolder } from '../server/folders.ts';
import { makeContentFolder, readFolder } from '../testing/content-folder.ts';
import { makePreparedDataFolder } from '../testing/prepared-site.ts';
import { runSiteCommand } from '../testing/run-site.ts';
import { setUpCommandDatabase } from '../testing/set-up.ts';

// Runs the commands of README and docs on a data folder of its own. `npm run verify` checks that every script they name
// exists.

await setUpCommandDatabase();
let folder: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await makePreparedDataFolder();
});
afterAll(async () => {
  for (const { pid } of started) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
  await rm(folder, { recursive: true, force: true });
});

interface Command {
  child: ChildProcess;
  output(): string;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | string | null>;
}

/** Starts a script of npm with the environment of a shell, in a process group of its own. */
function start(script: string): Command {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: folder };
  const child = spawn('npm', ['run', script], { cwd: projectFolder, env, detached: true });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  );
  return { child, output: () => output, ended };
}

/** Returns the address that `npm run dev` prints when it is ready. */
function getAddress({ output, ended }: Command): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = setInterval(() => {
      const [, found] = /^Site\s+(\S+)[\s\S]*^API/m.exec(output()) ?? [];
      if (!found) return;
      clearInterval(look);
      resolve(found);
    }, 50);
    void ended.then((code) => {
      clearInterval(look);
      reject(new Error(`It ended with ${code} before it was ready:\n${output()}`));
    });
  });
}

describe('the commands in README', () => {
  it('import a folder of content, export it, and import what was exported without a difference', async () => {
    vi.stubEnv('DATA_DIR', folder);
    const content = await makeContentFolder();
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    for (const words of [
      ['import', content.path],
      ['export', one],
      ['import', one],
      ['export', two],
    ])
      expect([words, await runSiteCommand(...words)]).toEqual([words, expect.objectContaining({ code: 0 })]);
    const exported = await readFolder(one);
    expect(Object.keys(exported)).toEqual(Object.keys(await readFolder(content.path)));
    expect(await readFolder(two)).toEqual(exported);
    await content.remove();
  });

  it('start the development server, which serves pages and every part, and stops its database on SIGTERM', async () => {
    const dev = start('dev');
    const address = await getAddress(dev);
    const answer = await fetch(`${address}/what-we-do`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('</html>');
    const parts = await fetch(`${address}/_parts`);
    const html = await parts.text();
    expect(parts.status, html).toBe(200);
    for (const text of ['Tokens and parts', '--annotation-wash', 'Fields and their states', 'Still loading'])
      expect(html).toContain(text);
    // The text of a token whose contrast is below the limit.
    expect(html).not.toContain('too low');
    dev.child.kill('SIGTERM');
    // If npm did not forward the signal, the server, and this test, would not end.
    expect([0, 'SIGTERM', 143]).toContain(await dev.ended);
    await expect.poll(() => existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
    await expect(fetch(address)).rejects.toThrow();
  });
});
