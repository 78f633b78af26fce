import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { installDebianPackage } from '../../testing/debian-package.ts';

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

export interface BuiltImage {
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
export function buildImage(sourceFolder: string, folder: string): BuiltImage {
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
