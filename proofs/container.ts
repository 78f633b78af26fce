import { execFileSync, spawnSync } from 'node:child_process';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../server/folders.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { isRootOnDebian } from '../testing/debian-package.ts';
import { findFreePort } from '../testing/free-port.ts';
import { buildImage } from './container/build-image.ts';
import { runContainer } from './container/run-container.ts';

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
