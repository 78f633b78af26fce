import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { submissions } from '../api/db/tables.ts';
import { findArchiveFolder, readArchiveState } from '../server/archive/archive-folder.ts';
import { openDatabase } from '../server/database/database.ts';
import { findPostgresInstallation } from '../server/database/postgres-installation.ts';
import { projectFolder } from '../server/folders.ts';
import { findPostgresPid } from '../testing/postgres-process.ts';
import { startSiteProcess } from '../testing/running-site.ts';
import { limits, waitWithin } from '../testing/wait-within.ts';
import type { TrialResult } from './faults/trial-result.ts';
import { createVisitor, sendUntilAcknowledged } from './no-lost-enquiry/visitors.ts';

const formsPerSecond = 10;
/** Milliseconds for which forms are sent before the moment, and again after it. */
const sendingTime = 15_000;
/** Milliseconds from a stored segment to the kill: nearly the 50 s after which PostgreSQL finishes a segment. */
const delayBeforeKill = 40_000;
/** Milliseconds within which the archive must reach a moment, and a restore must end. */
const patience = 180_000;
const mostLostSeconds = 60;

interface SentForm {
  key: string;
  sentAt: number;
  acknowledgedAt: number;
}

/** Sends forms until `stop` is called, and records when each was sent and acknowledged. */
function sendForms(address: string) {
  const acknowledged: SentForm[] = [];
  let isStopped = false;
  const sending = new Set<Promise<void>>();
  async function send(number: number): Promise<void> {
    const sentAt = Date.now();
    const { key } = await sendUntilAcknowledged(address, createVisitor(number));
    if (!isStopped) acknowledged.push({ key, sentAt, acknowledgedAt: Date.now() });
  }
  async function run(): Promise<void> {
    for (let number = 1; !isStopped; number += 1) {
      const attempt = send(number)
        .catch(() => undefined)
        .finally(() => sending.delete(attempt));
      sending.add(attempt);
      await sleep(1_000 / formsPerSecond);
    }
  }
  void run();
  return {
    acknowledged,
    /** Stops sending. Forms that are acknowledged later are not recorded. */
    stop: () => {
      isStopped = true;
    },
  };
}

/** Returns the latest moment to which the archive can restore, in milliseconds since 1970; 0 without an archive. */
async function readCoverage(dataDir: string): Promise<number> {
  const state = await readArchiveState(findArchiveFolder(await findPostgresInstallation(dataDir)));
  return state ? Date.parse(state.coveredUntil) : 0;
}

async function waitForCoverage(dataDir: string, moment: number): Promise<void> {
  const deadline = performance.now() + patience;
  while ((await readCoverage(dataDir)) < moment) {
    if (performance.now() > deadline)
      throw new Error(`the archive did not reach a moment within ${patience / 1_000} s`);
    await sleep(250);
  }
}

/** Restores to a moment by the operator's command. Returns the keys of the restored forms, and the seconds it took. */
async function restore(dataDir: string, env: Record<string, string>, to: string) {
  const started = performance.now();
  // Asynchronous, because this process also serves the bucket.
  await promisify(execFile)(process.execPath, ['commands/site.ts', 'restore', env.ARCHIVE_TO ?? '', '--to', to], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH ?? '', ...env, ARCHIVE_TO: '', DATA_DIR: dataDir },
    timeout: patience,
  });
  const seconds = (performance.now() - started) / 1_000;
  const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: dataDir });
  const rows = await database.db.select({ key: submissions.idempotencyKey }).from(submissions);
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
  return { keys: new Set(rows.map(({ key }) => key)), seconds };
}

/** Kills the server and its PostgreSQL at once. */
async function killAll(site: Awaited<ReturnType<typeof startSiteProcess>>, dataDir: string): Promise<void> {
  const pid = await findPostgresPid(dataDir);
  if (pid === null) throw new Error('PostgreSQL did not run');
  const ended = once(site.process, 'exit');
  process.kill(pid, 'SIGKILL');
  site.process.kill('SIGKILL');
  await waitWithin(limits.end, 'the end of the killed server', ended);
}

/** Archives a site with these settings, kills it, deletes its data, and restores them from the archive. */
export async function restoreLostMachine(folder: string, env: Record<string, string>): Promise<TrialResult> {
  const dataDir = join(folder, 'data');
  const starting = startSiteProcess({ dataDir, env: { TRUST_PROXY: '1', ...env } });
  const site = await waitWithin(limits.start, 'the start of a server', starting);
  const forms = sendForms(site.address);
  await waitForCoverage(dataDir, 1);
  await sleep(sendingTime);
  const moment = Date.now();
  await sleep(sendingTime);
  await waitForCoverage(dataDir, moment);
  await sleep(delayBeforeKill);
  forms.stop();
  const killedAt = Date.now();
  await killAll(site, dataDir);
  await rm(dataDir, { recursive: true, force: true });

  const restored = await restore(join(folder, 'moment'), env, new Date(moment).toISOString());
  const before = forms.acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt < moment);
  const after = forms.acknowledged.filter(({ sentAt }) => sentAt > moment);
  const lost = before.filter(({ key }) => !restored.keys.has(key)).length;
  const tooLate = after.filter(({ key }) => restored.keys.has(key)).length;

  const latest = await restore(join(folder, 'latest'), env, 'latest');
  const lostAtEnd = forms.acknowledged.filter(({ key }) => !latest.keys.has(key));
  const earliest = Math.min(killedAt, ...lostAtEnd.map(({ acknowledgedAt }) => acknowledgedAt));
  const lostSeconds = (killedAt - earliest) / 1_000;
  return {
    figures: [
      `acknowledged before the moment  ${before.length}, lost ${lost}`,
      `sent after the moment           ${after.length}, restored ${tooLate}`,
      `restored to the moment          in ${restored.seconds.toFixed(1)} s`,
      `restored to the end             lost the last ${lostSeconds.toFixed(1)} s (${lostAtEnd.length} forms)`,
    ],
    breaches: [
      ...(before.length === 0 || after.length === 0 ? ['no forms were sent before or after the moment'] : []),
      ...(lost > 0 ? [`${lost} forms acknowledged before the moment are lost`] : []),
      ...(tooLate > 0 ? [`${tooLate} forms sent after the moment are there`] : []),
      ...(lostSeconds > mostLostSeconds ? [`the last ${lostSeconds.toFixed(0)} s are lost`] : []),
    ],
  };
}
