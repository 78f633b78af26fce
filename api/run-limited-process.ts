import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';

const timeLimit = 20_000;
/** A result may be larger than its input, but not without limit. */
const outputLimit = 32 * 1024 * 1024;

/**
 * Runs a program that reads from its standard input what a stranger has sent, such as a picture or a mail. Returns its
 * exit code and output; the code is null if it was ended because it took longer than 20 s or made more than 32 MB.
 */
export function runLimitedProcess(
  program: string,
  args: readonly string[],
  input: Buffer,
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: Buffer }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // With the server's compile cache the process needs no compiler for TypeScript: 64 MB instead of 84, half the
      // processor time.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: getCompileCacheDir(), ...env },
      timeout: timeLimit,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > outputLimit) child.kill('SIGKILL');
    });
    // A process that ends early closes its input; the exit code has the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: child.killed ? null : code, output: Buffer.concat(parts) }));
  });
}
