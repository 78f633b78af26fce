import { join } from 'node:path';
import { buildIfStale } from '../server/build.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { failOver } from './faults/fail-over.ts';
import { fillDisk } from './faults/fill-disk.ts';
import { hangMailServer } from './faults/hang-mail-server.ts';
import { interruptSite } from './faults/interrupt.ts';
import { jumpClock } from './faults/jump-clock.ts';
import { killServer } from './faults/kill-server.ts';
import { makeFolderReadOnly } from './faults/read-only-folder.ts';
import { restartDatabase } from './faults/restart-database.ts';
import { slowFileStore } from './faults/slow-file-store.ts';
import { slowNetwork } from './faults/slow-network.ts';
import { stopDatabase } from './faults/stop-database.ts';
import type { TrialResult } from './faults/trial-result.ts';

// Causes real faults on real servers, and counts the effects: database restarts, a silent database, killed servers,
// Ctrl-C, a full disk, a read-only folder, a silent mail server, a slow store of files, a jumping clock, a slow
// network, a failover to another database. Ends with 1 if a server dies, an acknowledged form is lost, or PostgreSQL is
// left running. `-- disk` runs the trials with that name.

const trials: Record<string, (folder: string) => Promise<TrialResult>> = {
  restart: (folder) => restartDatabase(join(folder, 'restart')),
  interrupt: (folder) => interruptSite(join(folder, 'interrupt')),
  silence: (folder) => stopDatabase(join(folder, 'silence')),
  kill: (folder) => killServer(join(folder, 'kill')),
  disk: (folder) => fillDisk(join(folder, 'disk')),
  folder: (folder) => makeFolderReadOnly(join(folder, 'folder')),
  mail: (folder) => hangMailServer(join(folder, 'mail')),
  files: (folder) => slowFileStore(join(folder, 'files')),
  clock: (folder) => jumpClock(join(folder, 'clock')),
  network: (folder) => slowNetwork(join(folder, 'network')),
  failover: (folder) => failOver(join(folder, 'failover')),
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !trials[name]);
if (unknown) {
  console.error(`There is no trial ${unknown}. Trials: ${Object.keys(trials).join(', ')}.`);
  process.exit(1);
}

await buildIfStale();
const folder = await makeDataFolder('site-faults-');
const breaches: string[] = [];
for (const [name, run] of Object.entries(trials)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const started = performance.now();
  const findings = await run(folder).catch((error: Error) => ({ figures: [], breaches: [error.message] }));
  console.log(`\n${name} (${((performance.now() - started) / 1_000).toFixed(0)} s)`);
  for (const figure of findings.figures) console.log(`  ${figure}`);
  breaches.push(...findings.breaches.map((breach) => `${name}: ${breach}`));
}
console.log(breaches.length === 0 ? '\nAll promises were kept.' : `\nBREACH\n${breaches.join('\n')}`);
process.exit(breaches.length === 0 ? 0 : 1);
