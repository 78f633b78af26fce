import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// What README and docs tell a newcomer to type is typed here, on a data folder of its own. That every script they name
// exists is checked by `npm run verify`.

const project = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-readme-'));
});
afterAll(async () => {
  for (const { pid } of started) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL');
    } catch {
      // Ended already, as it should.
    }
  }
  await rm(folder, { recursive: true, force: true });
});

interface Command {
  child: ChildProcess;
  output(): string;
  /** Answers the exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

/** `npm run …` as a person types it, with what the person's shell would give it and a group of its own. */
function npmRun(...args: string[]): Command {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: join(folder, 'data') };
  const child = spawn('npm', ['run', ...args], { cwd: project, env, detached: true });
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

async function filesOf(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return new Map(files.map((file, index) => [relative(root, file), texts[index] ?? '']));
}

/** Where `npm run dev` says that it listens, once it is ready. */
function addressOf({ output, ended }: Command): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = setInterval(() => {
      const [, found] = /^Site\s+(\S+)[\s\S]*^Ready/m.exec(output()) ?? [];
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

describe('the commands that README names', { timeout: 60_000 }, () => {
  it('bring content in, write it to a folder, and bring that folder in again without a difference', async () => {
    const first = npmRun('content:import');
    expect(await first.ended, first.output()).toBe(0);
    expect(first.output()).toContain('Imported ');

    const exported = npmRun('content:export', join(folder, 'one'));
    expect(await exported.ended, exported.output()).toBe(0);
    const again = npmRun('content:import', join(folder, 'one'));
    expect(await again.ended, again.output()).toBe(0);
    const second = npmRun('content:export', join(folder, 'two'));
    expect(await second.ended, second.output()).toBe(0);

    const one = await filesOf(join(folder, 'one'));
    expect(one.size).toBeGreaterThan(50);
    expect(await filesOf(join(folder, 'two'))).toEqual(one);
  });

  it('start the development server, which serves a page and takes its database with it on SIGTERM', async () => {
    const dev = npmRun('dev');
    const address = await addressOf(dev);
    const answer = await fetch(`${address}/what-we-do`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('</html>');
    dev.child.kill('SIGTERM');
    // A signal that went no further than npm would leave the server, and this test, waiting.
    expect([0, 'SIGTERM', 143]).toContain(await dev.ended);
    await expect.poll(() => existsSync(join(folder, 'data/postgres/postmaster.pid')), { timeout: 10_000 }).toBe(false);
    await expect(fetch(address)).rejects.toThrow();
  });
});
