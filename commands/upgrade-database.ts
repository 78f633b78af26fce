import type { Command } from 'commander';
import { summarizeBackup } from '../server/backup/summarize.ts';
import { upgradeDatabase } from '../server/backup/upgrade-database.ts';
import { readSettings } from '../server/settings.ts';
import { addExamples, addQuietOption } from './options.ts';
import { UsageError } from './usage-error.ts';

async function runUpgradeDatabase(release: string): Promise<void> {
  const settings = readSettings();
  if (settings.DATABASE_URL)
    throw new UsageError('DATABASE_URL names a PostgreSQL of yours. Upgrade it with its own tools, or by a backup.');
  const upgraded = await upgradeDatabase(settings, release);
  if (!upgraded) return console.log('The database has the present version of PostgreSQL; there is nothing to do.');
  const { from, to, kept, manifest } = upgraded;
  console.log(`Upgraded  PostgreSQL ${from} to ${to}, every row compared. ${summarizeBackup(manifest)}`);
  console.log(`The old database is in ${kept}. Remove this folder when the site runs well.`);
}

export function defineUpgradeDatabase(command: Command): void {
  command
    .description(
      'Copies the embedded database of an earlier version into one of the present PostgreSQL, compares every row, and ' +
        'keeps the old database in a folder of its own. Stop the server first.',
    )
    .argument('<release>', 'the folder of the earlier version of the site, which created the database');
  addExamples(addQuietOption(command), ['upgrade-database /srv/site/previous']).action(runUpgradeDatabase);
}
