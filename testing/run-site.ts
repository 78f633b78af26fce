import { type ChildProcess, spawn } from 'node:child_process';
import { vi } from 'vitest';
import { runSite } from '../commands/program.ts';
import { projectFolder } from '../server/folders.ts';
import { showSteps } from '../server/process/steps.ts';

/** How a command ended, and what it printed on standard output and standard error. */
export interface EndedCommand {
  code: number | null;
  output: string;
  errors: string;
}

/**
 * Runs `site` with these words in this process, because starting a process for each command would take most of the
 * time of the tests. Restores all mocks.
 */
export async function runSiteCommand(...words: string[]): Promise<EndedCommand> {
  const ended: EndedCommand = { code: 0, output: '', errors: '' };
  const keep = (stream: 'output' | 'errors') => (text: unknown) => {
    ended[stream] += text;
    return true;
  };
  vi.spyOn(console, 'log').mockImplementation((line) => void keep('output')(`${line}\n`));
  vi.spyOn(console, 'error').mockImplementation((line) => void keep('errors')(`${line}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('output'));
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('errors'));
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await runSite(words);
    ended.code = Number(process.exitCode ?? 0);
  } finally {
    process.exitCode = before;
    showSteps(null);
    vi.restoreAllMocks();
  }
  return ended;
}

/** Runs `npx site` with these words as a person types it, in the folder of the project. */
export function runNpxSite(words: readonly string[], environment: Record<string, string> = {}): Promise<EndedCommand> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment };
  const child: ChildProcess = spawn('npx', ['site', ...words], { cwd: projectFolder, env });
  const ended: EndedCommand = { code: null, output: '', errors: '' };
  child.stdout?.on('data', (part) => (ended.output += part));
  child.stderr?.on('data', (part) => (ended.errors += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
}
