import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { projectFolder } from '../server/folders.ts';
import { makeDataFolder } from './data-folder.ts';
import { readSiteAddress } from './read-site-address.ts';
import { startCommand } from './start-command.ts';

export interface SiteProcess {
  address: string;
  dataDir: string;
  process: ChildProcess;
  /** Returns what the process has printed so far. */
  output(): string;
  /** Sends SIGTERM and waits. Returns the exit code. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** A folder that is kept when the process ends; by default a new folder that is removed. */
  dataDir?: string;
  /** Called with the process as soon as it exists, for callers that do not wait until the site is ready. */
  spawned?: (child: ChildProcess) => void;
  /** Starts the site as `npm run dev` does. */
  isDevelopment?: boolean;
  /** Starts the site with the memory bounds for a small machine. */
  isSmallMachine?: boolean;
  /** A program that starts the site in place of `npm start`. */
  program?: string;
  /** The folder of the project, or a copy in which a test edits sources. */
  sources?: string;
}

/** Starts the site as `npm start` does, in a process of its own on a free port, and waits until it is ready. */
export async function startSiteProcess({
  env = {},
  dataDir,
  spawned,
  isDevelopment = false,
  isSmallMachine = false,
  program: own,
  sources = projectFolder,
}: StartOptions = {}): Promise<SiteProcess> {
  const folder = dataDir ?? (await makeDataFolder('site-e2e-'));
  const ownProgram = own ?? (isDevelopment ? 'server/develop.ts' : null);
  const [program, ...args] = ownProgram ? [process.execPath, ownProgram] : startCommand(isSmallMachine);
  const child = spawn(program, args, {
    cwd: sources,
    // Tests ask no other site.
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, LINK_CHECKS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  spawned?.(child);
  // A script that fails before it stops its site would leave the site and its PostgreSQL running.
  const stopWithParent = () => child.kill('SIGTERM');
  process.once('exit', stopWithParent);
  child.once('exit', () => process.off('exit', stopWithParent));
  const { address, output } = readSiteAddress(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const printed = new Promise<void>((resolve) => child.stderr.once('end', resolve));
  // The reason may arrive after the process has ended.
  const failed = Promise.all([ended, printed]).then(([code]) => {
    throw new Error(`The site ended with ${code} before it was ready:\n${output()}`);
  });
  return {
    address: await Promise.race([address, failed]),
    dataDir: folder,
    process: child,
    output,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (!dataDir) await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
