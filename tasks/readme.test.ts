import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../server/folders.ts';
import { makeContentFolder, readFolder } from '../testing/content-folder.ts';
import { openTestDatabase } from '../testing/database.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { makePreparedDataFolder } from '../testing/prepared-site.ts';

// Runs the commands of README and docs on a data folder of its own. `npm run verify` checks that every script they name
// exists.

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

/** Starts npm or npx with the environment of a shell, in a process group of its own. */
function start(program: 'npm' | 'npx', args: string[], more: Record<string, string> = {}): Command {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder, ...more };
  const child = spawn(program, args, { cwd: projectFolder, env, detached: true });
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
    const [content, database] = await Promise.all([makeContentFolder(), openTestDatabase()]);
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    for (const args of [
      ['site', 'import', content.path],
      ['site', 'export', one],
      ['site', 'import', one],
      ['site', 'export', two],
    ]) {
      const command = start('npx', args, { DATABASE_URL: getDatabaseUrl(database.config) });
      expect([args, await command.ended], command.output()).toEqual([args, 0]);
    }
    const exported = await readFolder(one);
    expect(Object.keys(exported)).toEqual(Object.keys(await readFolder(content.path)));
    expect(await readFolder(two)).toEqual(exported);
    await content.remove();
    await database.close();
  });

  it('start the development server, which serves pages and every part, and stops its database on SIGTERM', async () => {
    const dev = start('npm', ['run', 'dev']);
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
