import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { connectDatabase } from '../api/db/connect.ts';
import { formatCount } from '../contract/content/number-text.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { checkDatabaseState } from '../server/doctor/check-database-state.ts';
import { checkPublicAddress } from '../server/doctor/check-public-address.ts';
import { checkSurroundings } from '../server/doctor/check-surroundings.ts';
import { createOk, createProblem, createWarning, type Finding } from '../server/doctor/finding.ts';
import { runStep } from '../server/process/steps.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { addExamples, addJsonOption, addQuietOption } from './options.ts';
import { printJson } from './print-json.ts';

// Checks an installation with the settings of the environment, says what is wrong, and what to do. Ends with 1 if
// anything is a problem. It changes nothing: unlike the other commands it neither creates nor migrates the database.

async function openConnection(settings: Settings) {
  if (settings.DATABASE_URL) return connectDatabase({ connectionString: settings.DATABASE_URL });
  const embedded = await startEmbeddedPostgres(settings.DATA_DIR);
  const connection = connectDatabase(embedded.connection);
  return { ...connection, close: () => connection.close().then(() => embedded.stop()) };
}

/** Returns whether there is no such file or folder. Of one that this user cannot reach, nobody knows. */
const isMissing = (path: string) =>
  stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );

async function checkDatabase(settings: Settings): Promise<Finding[]> {
  try {
    if (!settings.DATABASE_URL && (await isMissing(join(settings.DATA_DIR, 'postgres'))))
      return [createWarning('database: DATA_DIR has none yet. The first start of the server creates it.')];
    const connection = await openConnection(settings);
    return await checkDatabaseState(connection, settings).finally(connection.close);
  } catch (error) {
    return [createProblem(`database: ${(error as Error).message || (error as { code?: string }).code}`)];
  }
}

const signs = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ' };

async function runDoctor({ json }: { json?: boolean }): Promise<void> {
  const settings = readSettings();
  const { SITE_URL } = settings;
  const findings = [
    createOk('settings: valid'),
    ...(await runStep('Database', () => checkDatabase(settings))),
    ...(await runStep('Surroundings', () => checkSurroundings(settings))),
    ...(SITE_URL ? await runStep('Address', () => checkPublicAddress(SITE_URL)) : []),
  ];
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems > 0) process.exitCode = 1;
  if (json) return printJson({ problems, findings });
  for (const { state, text } of findings) console.log(`${signs[state]} ${text}`);
  console.log(problems === 0 ? 'No problem was found.' : formatCount(problems, 'problem'));
}

export function defineDoctor(command: Command): void {
  command.description(
    'Checks the settings of the environment, the database and its clock, waiting mails, backups, the archive, the mail ' +
      'server, the disk, the store of files, and the certificate and headers of SITE_URL. Changes nothing. Ends with 1 ' +
      'if there is a problem.',
  );
  addExamples(addJsonOption(addQuietOption(command)), ['doctor', 'doctor --quiet --json']).action(runDoctor);
}
