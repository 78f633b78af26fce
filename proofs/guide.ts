import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../server/folders.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { findFreePort } from '../testing/free-port.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { limits, pollWithin } from '../testing/wait-within.ts';
import { changeSources } from './parts/make-other-release.ts';
import { type RunningCommand, ScratchMachine } from './parts/scratch-machine.ts';
import { findChecks, readShellBlocks } from './parts/shell-blocks.ts';

// Runs the shell blocks of README and the operation guide, in the order of an installation's life: install, back up,
// restore, upgrade, go back. They run as root, with a `/srv` of their own. Ends with 1 if a command fails, or if a
// block that belongs here was not run.

if (process.getuid?.() !== 0) {
  const again = ['--non-interactive', '--preserve-env=PATH', process.execPath, 'proofs/guide.ts'];
  process.exit(spawnSync('sudo', again, { cwd: projectFolder, stdio: 'inherit' }).status ?? 1);
}

const unusedBlocks = readShellBlocks().filter((block) => findChecks(block).some(({ by }) => by === 'proofs/guide.ts'));

/** Returns the block that begins with these words. Each block is taken once. */
function takeBlock(begins: string): string {
  const at = unusedBlocks.findIndex(({ text }) => text.startsWith(begins));
  const [block] = at < 0 ? [] : unusedBlocks.splice(at, 1);
  if (!block) throw new Error(`No block begins with: ${begins}`);
  return block.text;
}

const folder = await makeDataFolder('site-guide-');
const port = await findFreePort();
const address = `http://127.0.0.1:${port}`;
const machine = await ScratchMachine.create(folder, {
  PORT: String(port),
  TRUST_PROXY: '1',
  NPM: execFileSync('which', ['npm'], { encoding: 'utf8' }).trim(),
  // Root clones a repository of another user.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
});
const unit = readFileSync(join(projectFolder, 'deploy/site.service'), 'utf8');
const dataSettings = Object.fromEntries(
  [...unit.matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
);
let server: RunningCommand | null = null;
let lastStep = performance.now();

function report(step: string): void {
  console.log(`${((performance.now() - lastStep) / 1_000).toFixed(1).padStart(6)} s  ${step}`);
  lastStep = performance.now();
}

/** Starts the service as systemd would: in the folder, as the user, and by the command and settings of the unit. */
async function startService(): Promise<RunningCommand> {
  const get = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
  const user = `setpriv --reuid=${get('User')} --regid=${get('User')} --init-groups`;
  return machine.serve(`cd ${get('WorkingDirectory')}\nexec ${user} ${get('ExecStart')}`, address, dataSettings);
}

/** Restarts the service as the commands have asked systemd to. Throws if they have asked for anything else. */
async function restartService(): Promise<void> {
  const asked = await readFile(machine.path('systemctl'), 'utf8');
  if (asked !== 'restart site\n') throw new Error(`systemctl was called with ${asked}`);
  await rm(machine.path('systemctl'));
  await server?.stop();
  server = await startService();
}

/** Returns the name of the build that the server serves, and the address of a script of its front page. */
async function readRelease(): Promise<{ build: string; script: string }> {
  const { build } = (await (await fetch(`${address}/build.json`)).json()) as { build: string };
  const [, script = ''] = /<script[^>]* src="(\/assets\/[^"]+)"/.exec(await (await fetch(address)).text()) ?? [];
  return { build, script };
}

/** Throws unless the server answers an address, such as that of a script of another release. */
async function expectAnswer(path: string): Promise<void> {
  const { status } = await fetch(address + path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}`);
}

/** Kills the database, and asks for new pages until one fails. */
async function causeFailedRequest(): Promise<void> {
  const pid = Number((await readFile(machine.path('srv/site-data/postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  process.kill(pid, 'SIGKILL');
  let turn = 0;
  const ask = async () => (await fetch(`${address}/search?q=word+${turn++}`)).status >= 500;
  await pollWithin(limits.recovery, 'a failed request', ask);
  await pollWithin(limits.recovery, 'the database', async () => (await fetch(`${address}/readyz`)).ok);
}

const requestId = '0f7c2a94-3d1e-4a8e-9a53-7c8f0f1f2b11';
let failure: Error | null = null;
try {
  await machine.run(`git clone --quiet ${projectFolder} /srv/readme`);
  server = await machine.serve(`cd readme\n${takeBlock('npm ci && npm start')}`, address);
  await expectAnswer('/blogs');
  await server.stop();
  report('README: start');

  const first = takeBlock('git clone <repository> /srv/site/releases/1').replace('<repository>', projectFolder);
  server = await machine.serve(first, address);
  const one = await readRelease();
  report('install the first release, and start it');

  await fetch(address, { headers: { 'x-request-id': requestId } });
  await causeFailedRequest();
  const found = await machine.run(takeBlock('journalctl'));
  if (!found.includes(`"reqId":"${requestId}"`) || !/"status":5\d\d/.test(found)) throw new Error(`Found: ${found}`);
  report('find requests in the log');

  const store = await startS3Server('backups');
  const { FILES_S3_ENDPOINT: endpoint = '', FILES_S3_KEY_ID: id = '', FILES_S3_SECRET: secret = '' } = store.env;
  // The block restores to another machine. Here this is another folder for data.
  const backup = takeBlock('export BACKUP_KEY')
    .replace('s3://backups/site\n', 's3://backups/site | tee /srv/printed\n')
    .replace('npx site restore', 'export DATA_DIR=/srv/restored\nnpx site restore')
    .replace(/[\d-]+T[\d-]+\.000Z/, "$$(sed -n 's|^Backup .*/||p' /srv/printed)");
  const bucket = { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_KEY_ID: id, BACKUP_S3_SECRET: secret };
  await machine.run(`cd site/current\n${backup}`, { ...dataSettings, ...bucket });
  await store.close();
  report('back up to a bucket while the server runs, and restore');

  await server.stop();
  await machine.run(takeBlock('umask 077 && tar'), dataSettings);
  await machine.run('mv site-data lost-data');
  const restore = takeBlock('mkdir -p /srv/site-data && tar').replace('DATA_DIR=', 'cd site/current\n$&');
  server = await machine.serve(restore, address);
  await expectAnswer('/blogs');
  report('copy the folder, restore it, and start');

  await server.stop();
  server = await startService();
  await mkdir(join(folder, 'repository'));
  const next = join(folder, 'repository/next');
  execFileSync('git', ['clone', '--quiet', projectFolder, next]);
  await changeSources(next);
  const author = ['-c', 'user.name=Operator', '-c', 'user.email=operator@site.example'];
  execFileSync('git', ['-C', next, 'add', '.']);
  execFileSync('git', [...author, '-C', next, 'commit', '--quiet', '--message=Next']);
  report('start the service as the unit does');

  await machine.run(
    takeBlock('git clone <repository> /srv/site/releases/2').replace('<repository>', next),
    dataSettings,
  );
  // The old release answers until the restart.
  await expectAnswer('/search?q=before');
  await restartService();
  const two = await readRelease();
  await expectAnswer(one.script);
  report('install the second release, switch, and restart');

  await machine.run(takeBlock('cd /srv/site/previous'), dataSettings);
  await restartService();
  const back = await readRelease();
  await expectAnswer(two.script);
  if (two.build === one.build || back.build !== one.build)
    throw new Error(`The builds were ${one.build}, ${two.build}, and ${back.build} after going back`);
  report('go back to the first release');
  if (unusedBlocks.length > 0) throw new Error(`Not run:\n${unusedBlocks.map(({ text }) => text).join('\n')}`);
} catch (error) {
  failure = error as Error;
} finally {
  await server?.stop().catch((error: Error) => {
    failure ??= error;
  });
  await rm(folder, { recursive: true, force: true });
}
console.log(failure ? `\nBREACH\n${failure.message}` : '\nEvery block ran as it is written.');
process.exit(failure ? 1 : 0);
