import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../../server/folders.ts';
import { limits, pollWithin } from '../../testing/wait-within.ts';

/** Milliseconds in which a command must end, or a server must be ready. */
const patience = 300_000;

/** Returns substitutes for programs that need systemd, or would download what this machine has. */
const createPrograms = (folder: string, log: string) => ({
  // Packages are linked, because every workflow tests `npm ci`.
  npm: `if [ "$1" != ci ]; then exec "$NPM" "$@"; fi
cp -al ${projectFolder}node_modules "${folder}$PWD/" 2>/dev/null || cp -a ${projectFolder}node_modules .`,
  systemctl: `echo "$*" >> ${folder}/systemctl`,
  journalctl: `cat ${log}`,
});

/** Returns whether a process is left of the group that a process leads. */
function hasProcesses(leader: ChildProcess): boolean {
  try {
    return leader.pid !== undefined && process.kill(-leader.pid, 0);
  } catch {
    return false;
  }
}

/** Sends a signal to the group that a process leads. */
function endProcesses(leader: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): void {
  if (leader.pid !== undefined && hasProcesses(leader)) process.kill(-leader.pid, signal);
}

/** A server that a command keeps running in the foreground. */
export interface RunningCommand {
  /** Ends the command and all that it started, as Ctrl-C does, and waits. If they do not end, kills them and throws. */
  stop(): Promise<void>;
}

/**
 * Runs commands as root with files of their own: `/srv` is empty at first, and changes of `/etc` are discarded.
 * Everything else is shared with this machine.
 */
export class ScratchMachine {
  readonly log: string;
  readonly #folder: string;
  readonly #environment: Record<string, string>;

  private constructor(folder: string, environment: Record<string, string>) {
    this.#folder = folder;
    this.#environment = environment;
    this.log = join(folder, 'service.log');
  }

  /** Creates a machine in an empty folder. Every command gets the variables of `environment`. */
  static async create(folder: string, environment: Record<string, string>): Promise<ScratchMachine> {
    const machine = new ScratchMachine(folder, environment);
    for (const name of ['srv', 'bin']) await mkdir(join(folder, name));
    execFileSync('cp', ['--archive', '/etc', folder]);
    // This machine may have a user of that name.
    await machine.run('if id site; then userdel site; fi');
    for (const [name, text] of Object.entries(createPrograms(folder, machine.log))) {
      await writeFile(join(folder, 'bin', name), `#!/bin/bash\n${text}\n`);
      await chmod(join(folder, 'bin', name), 0o755);
    }
    return machine;
  }

  /** Returns the path of a file of the machine as other programs see it. */
  path(file: string): string {
    return join(this.#folder, file);
  }

  #spawn(commands: string, environment: Record<string, string>): ChildProcess {
    const prelude = ['etc', 'srv'].map((name) => `mount --bind ${join(this.#folder, name)} /${name}`);
    // Without `exit`, bash would go on after a line such as `false && true`.
    const lines = commands.split('\n').map((line) => (line.trim() ? `${line} || exit` : line));
    const script = ['set -eo pipefail', ...prelude, 'cd /srv', ...lines].join('\n');
    const { PATH = '', HOME = '/root' } = process.env;
    const env = { ...this.#environment, ...environment, PATH: `${join(this.#folder, 'bin')}:${PATH}`, HOME };
    return spawn('unshare', ['--mount', 'bash', '-c', script], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs commands to their end and returns what they printed. Throws if one fails. */
  async run(commands: string, environment: Record<string, string> = {}): Promise<string> {
    const child = this.#spawn(commands, environment);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
    const [code] = await once(child, 'close', { signal: AbortSignal.timeout(patience) }).catch((error: unknown) => {
      endProcesses(child);
      throw error;
    });
    if (code !== 0) throw new Error(`It ended with ${code}:\n${commands}\n${output}`);
    return output;
  }

  /** Runs commands whose last one starts a server, and waits until this address answers. */
  async serve(commands: string, address: string, environment: Record<string, string> = {}): Promise<RunningCommand> {
    const child = this.#spawn(commands, environment);
    let output = '';
    const log = createWriteStream(this.log, { flags: 'a' });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        output += part;
        log.write(part);
      });
    const deadline = performance.now() + patience;
    while (!(await fetch(`${address}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null || performance.now() > deadline) {
        endProcesses(child);
        throw new Error(`The server did not start:\n${commands}\n${output}`);
      }
      await sleep(50);
    }
    return {
      stop: async () => {
        endProcesses(child);
        try {
          // npm can end before the server, which stops PostgreSQL.
          await pollWithin(limits.end, 'the end of the server', async () => !hasProcesses(child));
        } finally {
          endProcesses(child, 'SIGKILL');
          log.end();
        }
      },
    };
  }
}
