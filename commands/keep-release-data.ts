import type { Command } from 'commander';
import { addExamples } from './options.ts';
import { UsageError } from './usage-error.ts';

async function runKeepReleaseData(version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new UsageError(`"${version}" is no version such as 1.2.0.`);
  // Loaded only here: an installation has neither the folder `testing` nor its libraries.
  const { keepReleaseData } = await import('../testing/release-data.ts');
  await keepReleaseData(version);
  console.log(`Kept  testing/releases/${version}`);
}

export function defineKeepReleaseData(command: Command): void {
  command
    .description(
      'Stores a small backup with the present schema in testing/releases, which every later version must be able to ' +
        'restore. Developers run it before a release.',
    )
    .argument('<version>', 'the version of the release, such as 1.2.0');
  addExamples(command, ['keep-release-data 1.2.0']).action(runKeepReleaseData);
}
