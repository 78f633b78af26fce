import { join } from 'node:path';
import { isStale } from '../server/build.ts';
import { projectFolder } from '../server/folders.ts';
import { switchRelease } from './switch-release.ts';
import { runCommand, UsageError } from './with-database.ts';

/** Runs `npm run release` in the folder of a release: the next start of the service uses this release. */
async function runRelease(): Promise<void> {
  await runCommand('npm run release', async () => {
    if (process.argv.length > 2) throw new UsageError('Run it without arguments, in the folder of the release.');
    if (isStale()) throw new UsageError('This release is not built. Run npm run build, with its settings, first.');
    const { current, previous } = await switchRelease(projectFolder);
    const place = join(projectFolder, '../..');
    console.log(`Current   ${join(place, current)}`);
    if (previous) console.log(`Previous  ${join(place, previous)}`);
    console.log('Restart the server, such as by: systemctl restart site');
    if (previous) console.log(`To go back: cd ${join(place, 'previous')} && npm run release, and restart again`);
  });
}

await runRelease();
