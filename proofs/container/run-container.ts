import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BuiltImage } from './build-image.ts';

/** A container as `deploy/compose.yaml` runs it: its files are read-only, `/tmp` is empty, and it has one volume. */
export interface RunningContainer {
  pid: number;
  /** Milliseconds from the start until the image's health check succeeded. */
  readyAfter: number;
  /** Returns the path by which this machine reaches a file of the container, with the container's mounts. */
  path(file: string): string;
  /** Sends SIGTERM, as engines do, and waits. Returns the exit code, or null after `patience`. */
  stop(patience: number): Promise<number | null>;
}

const runProgram = promisify(execFile);

const quote = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/**
 * Starts a container of the image and waits until it is healthy. It has mounts of its own; processes and network are
 * those of this machine. `volume` is the folder of its data, and `env` holds the variables that `docker run --env`
 * would set. Throws if it ends, or is not healthy within a minute.
 */
export async function runContainer(
  { root, config }: BuiltImage,
  volume: string,
  env: Record<string, string>,
): Promise<RunningContainer> {
  const [data = ''] = Object.keys(config.Volumes);
  const variables = [...config.Env, ...Object.entries(env).map((entry) => entry.join('='))];
  const asUser = (words: readonly string[]) =>
    quote([
      'chroot',
      `--userspec=${config.User}`,
      root,
      'env',
      '-i',
      `--chdir=${config.WorkingDir}`,
      ...variables,
      ...words,
    ]);
  const script = `set -e
mount --bind '${root}' '${root}'
mount -o remount,bind,ro '${root}'
mount --bind '${volume}' '${join(root, data)}'
mount -t tmpfs -o mode=1777 tmpfs '${join(root, 'tmp')}'
mount --rbind /dev '${join(root, 'dev')}'
mount -t proc proc '${join(root, 'proc')}'
exec ${asUser(config.Cmd)}`;
  const started = performance.now();
  const child: ChildProcess = spawn('unshare', ['--mount', 'sh', '-c', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  let errors = '';
  child.stderr?.on('data', (part) => (errors += part));
  const [, ...check] = config.Healthcheck.Test;
  const isHealthy = () =>
    runProgram('nsenter', [`--target=${child.pid}`, '--mount', 'sh', '-c', asUser(check)]).then(
      () => true,
      () => false,
    );
  while (!(await isHealthy()))
    if (child.exitCode !== null || performance.now() - started > 60_000)
      throw new Error(`The container is not healthy.\n${errors}`);
  return {
    pid: child.pid ?? 0,
    readyAfter: performance.now() - started,
    path: (file) => `/proc/${child.pid}/root${file}`,
    async stop(patience) {
      child.kill('SIGTERM');
      await Promise.race([ended, once(AbortSignal.timeout(patience), 'abort')]);
      return child.exitCode;
    },
  };
}
