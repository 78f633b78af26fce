import { join } from 'node:path';
import type { Command } from 'commander';
import { isStale } from '../server/build.ts';
import { projectFolder } from '../server/folders.ts';
import { switchRelease } from './switch-release.ts';
import { UsageError } from './usage-error.ts';

async function runRelease(): Promise<void> {
  if (isStale()) throw new UsageError('This release is not built. Run npm run build, with its settings, first.');
  const { current, previous } = await switchRelease(projectFolder);
  const place = join(projectFolder, '../..');
  console.log(`Current   ${join(place, current)}`);
  if (previous) console.log(`Previous  ${join(place, previous)}`);
  console.log('Restart the server, such as by: systemctl restart site');
  if (previous) console.log(`To go back: cd ${join(place, 'previous')} && npx site release, and restart again`);
}

export function defineRelease(command: Command): void {
  command
    .description(
      'Makes the release in whose folder it runs the current one: links current and previous beside the folder ' +
        'releases change. The next start of the server uses it. Run in the folder previous, it goes back.',
    )
    .action(runRelease);
}
