import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { projectFolder } from '../server/folders.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { installDebianPackage, isRootOnDebian } from '../testing/debian-package.ts';
import { findFreePort } from '../testing/free-port.ts';

// Builds the image of the Dockerfile from the last commit, and runs it twice on one volume as its own configuration
// says, with read-only files. Ends with 1 if a promise of the container does not hold.

if (!isRootOnDebian) throw new Error('This needs root on Debian.');
const folder = await makeDataFolder('site-container-');
const sources = join(folder, 'sources');
const volume = join(folder, 'data');
const breaches: string[] = [];
function check(promise: string, holds: boolean): void {
  if (!holds) breaches.push(promise);
}

/** A container as `deploy/compose.yaml` runs it: its files are read-only, `/tmp` is empty, and it has one volume. */
interface RunningContainer {
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

// Builds the image of the Dockerfile without a container engine and without a registry of images. buildah runs the
// Dockerfile. The two images that it begins with are made here of Debian's packages and of Node and npm from npm.

const nodeVersion = '24';
const npmVersion = '11';
const mirror = 'http://deb.debian.org/debian';

/** What the image says about starting and checking its container. */
const configSchema = z.object({
  User: z.string(),
  WorkingDir: z.string(),
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  Volumes: z.record(z.string(), z.unknown()),
  Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')]).rest(z.string()) }),
});
const imageSchema = z.object({ Docker: z.object({ config: configSchema }) });

interface BuiltImage {
  config: z.infer<typeof configSchema>;
  /** The folder that has the container's files. */
  root: string;
  /** Megabytes of the image beyond the Debian image that it begins with. */
  size: number;
}

/**
 * Builds the image from `sourceFolder` with working files in `folder`. Installs buildah and debootstrap if they are
 * missing, and downloads packages. The caller unmounts `root`. Needs root on Debian.
 */
function buildImage(sourceFolder: string, folder: string): BuiltImage {
  for (const name of ['buildah', 'debootstrap'])
    if (!existsSync(`/usr/bin/${name}`) && !existsSync(`/usr/sbin/${name}`)) installDebianPackage(name);
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  const buildah = (...args: string[]) => run('buildah', ...store, ...args);
  const commit = (container: string, name: string) =>
    buildah('commit', '--quiet', '--rm', container, `docker.io/library/${name}`);

  run('debootstrap', '--variant=minbase', 'bookworm', join(folder, 'debian'), mirror);
  const debian = buildah('from', 'scratch');
  buildah('add', '--quiet', debian, join(folder, 'debian'), '/');
  commit(debian, 'debian:bookworm-slim');

  const prefix = join(folder, 'node');
  run('npm', 'install', '--silent', '--global', '--prefix', prefix, `node@${nodeVersion}`, `npm@${npmVersion}`);
  const node = buildah('from', 'debian:bookworm-slim');
  buildah('copy', '--quiet', node, prefix, '/usr/local');
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    buildah('copy', '--quiet', node, certificates, '/etc/extra-certificates.pem');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem', node);
  }
  commit(node, `node:${nodeVersion}-bookworm-slim`);

  // The format of Docker keeps the health check.
  buildah('build', '--quiet', '--format=docker', '--isolation=chroot', '--pull-never', '--tag=site', sourceFolder);
  const { config } = imageSchema.parse(JSON.parse(buildah('inspect', '--type=image', 'site'))).Docker;
  const root = buildah('mount', buildah('from', 'localhost/site'));
  const measure = (path: string) => Number(run('du', '--summarize', '--block-size=1M', path).split('\t', 1)[0]);
  return { config, root, size: measure(root) - measure(join(folder, 'debian')) };
}

/**
 * Starts a container of the image and waits until it is healthy. It has mounts of its own; processes and network are
 * those of this machine. `volume` is the folder of its data, and `env` holds the variables that `docker run --env`
 * would set. Throws if it ends, or is not healthy within a minute.
 */
async function runContainer(
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

try {
  execFileSync('git', ['clone', '--quiet', projectFolder, sources]);
  const image = buildImage(sources, folder);
  console.log(`image            ${image.size} MB beyond Debian`);
  await mkdir(volume);
  const { uid, gid } = await stat(join(image.root, Object.keys(image.config.Volumes)[0] ?? ''));
  await chown(volume, uid, gid);
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  for (const start of ['first start', 'second start']) {
    const container = await runContainer(image, volume, { HOST: '127.0.0.1', PORT: String(port) });
    console.log(`${start.padEnd(17)}healthy after ${Math.round(container.readyAfter)} ms`);
    for (const path of ['/', '/blogs', '/api/search/list?q=page'])
      check(`${path} is answered`, (await fetch(address + path)).status === 200);
    const status = await readFile(`/proc/${container.pid}/status`, 'utf8');
    check('it runs without privileges', new RegExp(`^Uid:(\\s+${uid}){4}$`, 'm').test(status) && uid !== 0);
    const refusal = await writeFile(container.path('/srv/site/written'), '').catch((error) => error.code);
    check('its files are read-only', refusal === 'EROFS');
    console.log(`memory           ${Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) >> 10} MB`);
    const stopped = performance.now();
    check('it ends in order after SIGTERM', (await container.stop(10_000)) === 0);
    console.log(`end              after ${Math.round(performance.now() - stopped)} ms`);
  }
} catch (error) {
  breaches.push(String(error));
} finally {
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  for (const words of [
    ['umount', '--all'],
    ['rm', '--all'],
  ])
    spawnSync('buildah', [...store, ...words]);
  await rm(folder, { recursive: true, force: true });
}
console.log(breaches.length === 0 ? '\nThe container keeps its promises.' : `\nBREACH\n${breaches.join('\n')}`);
process.exit(breaches.length === 0 ? 0 : 1);
