import { summarizeBackup } from '../server/backup/summarize.ts';
import { upgradeDatabase } from '../server/backup/upgrade-database.ts';
import { readSettings } from '../server/settings.ts';
import { runCommand, takeWords, UsageError } from './with-database.ts';

const usage = 'npm run database:upgrade -- <folder of the earlier version of the site> [--quiet]';

/** Runs `npm run database:upgrade` with its arguments. */
export const runUpgradeDatabase = (words: string[]) =>
  runCommand(usage, async () => {
    const [release, ...others] = words;
    if (!release || others.length > 0) throw new UsageError('Which version of the site created the database?');
    const settings = readSettings();
    if (settings.DATABASE_URL)
      throw new UsageError('DATABASE_URL names a PostgreSQL of yours. Upgrade it with its own tools, or by a backup.');
    const upgraded = await upgradeDatabase(settings, release);
    if (!upgraded) return console.log('The database has the present version of PostgreSQL; there is nothing to do.');
    const { from, to, kept, manifest } = upgraded;
    console.log(`Upgraded  PostgreSQL ${from} to ${to}, every row compared. ${summarizeBackup(manifest)}`);
    console.log(`The old database is in ${kept}. Remove this folder when the site runs well.`);
  });

if (import.meta.main) await runUpgradeDatabase(takeWords());
