import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiContext } from '../../api/context.ts';
import type { Connection } from '../../api/db/connect.ts';
import { readMigrations } from '../../api/db/migrate.ts';
import type { HealthCheck } from '../../contract/studio/health-operations.ts';
import { readProgramVersion } from '../backup/create-backup.ts';
import { readVerification, startVerification } from '../backup/verify-newest.ts';
import type { Settings } from '../settings.ts';
import { checkDatabaseState } from './check-database-state.ts';
import { checkPublicAddress } from './check-public-address.ts';
import { checkSurroundings } from './check-surroundings.ts';
import { createOk, type Finding } from './finding.ts';

/** Milliseconds for which the result of a slow check is shown again. */
const addressLife = 60 * 60 * 1_000;
const surroundingsLife = 60 * 1_000;
/** Milliseconds for which a request waits for slow checks. */
const patience = 1_000;

/** Runs a check again when its last result is too old. Between two runs, returns the last result; at first null. */
function createRepeatedCheck(check: () => Promise<Finding[]>, life: number): () => Finding[] | null {
  let found: Finding[] | null = null;
  let next = 0;
  return () => {
    if (Date.now() >= next) {
      next = Date.now() + life;
      check().then(
        (findings) => {
          found = findings;
        },
        () => {
          next = 0;
        },
      );
    }
    return found;
  };
}

/** Splits a finding such as `disk: 900 MB are free` into what was checked and what was found. */
function toCheck({ state, text }: Finding): HealthCheck {
  const [, name = '', rest = text] = /^([\w ]+): (.*)$/s.exec(text) ?? [];
  return { name, state, text: rest };
}

/** Creates what the screen Health asks of the server, and the end of its background work. */
export function createHealth(
  database: Connection,
  settings: Settings,
): ApiContext['health'] & { stop(): Promise<void> } {
  const ending = new AbortController();
  let verifying: Promise<unknown> = Promise.resolve();
  const { SITE_URL: address, BACKUP_TO } = settings;
  const slow = [
    createRepeatedCheck(() => checkSurroundings(settings), surroundingsLife),
    ...(address ? [createRepeatedCheck(() => checkPublicAddress(address), addressLife)] : []),
  ];
  return {
    read: async () => {
      const begun = performance.now();
      let found = slow.map((check) => check());
      const schema = (await readMigrations()).at(-1)?.name.replace('.sql', '');
      const version = createOk(
        `version: ${await readProgramVersion()}, schema ${schema}, Node ${process.versions.node}`,
      );
      const state = await checkDatabaseState(database, settings);
      while (found.includes(null) && performance.now() - begun < patience) {
        await sleep(100);
        found = slow.map((check) => check());
      }
      return {
        checks: [version, ...state, ...found.flatMap((findings) => findings ?? [])].map(toCheck),
        isChecking: found.includes(null),
        canVerify: BACKUP_TO !== undefined,
        verification: await readVerification(database),
      };
    },
    verifyBackup: async () => {
      const { name, ended } = await startVerification(database, settings, ending.signal);
      verifying = ended;
      return { name };
    },
    stop: async () => {
      ending.abort();
      await verifying;
    },
  };
}
