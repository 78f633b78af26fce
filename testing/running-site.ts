import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeDataFolder } from './data-folder.ts';
import { startArguments, startVariables } from './start-command.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

export interface SiteProcess {
  address: string;
  dataDir: string;
  process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** SIGTERM, then waits; answers the exit code. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** Kept when the process ends; by default a folder of its own that is removed. */
  dataDir?: string;
  /** Given the process as soon as there is one, for what does not wait until it is ready. */
  spawned?: (child: ChildProcess) => void;
  /** As `npm run dev` does. */
  isDevelopment?: boolean;
  /** The project's folder; a copy where a test edits sources. */
  sources?: string;
}

/** Starts the site as `npm start` does, in a process of its own on a free port, and waits until it is ready. */
export async function startSiteProcess({
  env = {},
  dataDir,
  spawned,
  isDevelopment = false,
  sources = project,
}: StartOptions = {}): Promise<SiteProcess> {
  const folder = dataDir ?? (await makeDataFolder('site-e2e-'));
  const child = spawn(process.execPath, isDevelopment ? ['server/develop.ts'] : startArguments, {
    cwd: sources,
    env: { ...startVariables, PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  spawned?.(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    const read = (part: Buffer) => {
      output += part;
      const [, found] = /^Site\s+(\S+)[\s\S]*^Ready/m.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`The site ended with ${code} before it was ready:\n${output}`)));
  });
  return {
    address,
    dataDir: folder,
    process: child,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (!dataDir) await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
