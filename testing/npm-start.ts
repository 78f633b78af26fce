import { type ChildProcess, spawn } from 'node:child_process';
import { projectFolder } from '../server/folders.ts';
import { readSiteAddress } from './read-site-address.ts';

export interface NpmStart {
  address: string;
  process: ChildProcess;
  /** Sends a signal to npm, its shell and the server at once, as a terminal does for Ctrl-C. */
  signalGroup(signal: NodeJS.Signals): void;
  ended: Promise<number | null>;
  output(): string;
}

/** Runs `npm start` in a process group of its own, and waits until the site is ready. */
export async function runNpmStart(env: Record<string, string>): Promise<NpmStart> {
  const child = spawn('npm', ['start'], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { address, output } = readSiteAddress(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const failed = ended.then((code) => {
    throw new Error(`npm start ended with ${code}:\n${output()}`);
  });
  return {
    address: await Promise.race([address, failed]),
    process: child,
    signalGroup: (signal) => process.kill(-(child.pid ?? 0), signal),
    ended,
    output,
  };
}
