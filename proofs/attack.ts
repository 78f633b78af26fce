import { parseArgs } from 'node:util';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startSiteProcess } from '../testing/running-site.ts';
import { type Attack, AttackRecorder, type AttackResult, type AttackTarget } from './attack/attack.ts';
import { busySearch } from './attack/attacks/busy-search.ts';
import { countryCodes } from './attack/attacks/country-codes.ts';
import { fullCalendar } from './attack/attacks/full-calendar.ts';
import { fullDisk } from './attack/attacks/full-disk.ts';
import { hostileCorpus } from './attack/attacks/hostile-corpus.ts';
import { knownCustomer } from './attack/attacks/known-customer.ts';
import { largeForms } from './attack/attacks/large-forms.ts';
import { manyNetworks } from './attack/attacks/many-networks.ts';
import { oddRequests } from './attack/attacks/odd-requests.ts';
import { pictureBombs } from './attack/attacks/picture-bombs.ts';
import { pipelinedAssets } from './attack/attacks/pipelined-assets.ts';
import { openRedirects } from './attack/attacks/redirects.ts';
import { relayedMail } from './attack/attacks/relayed-mail.ts';
import { slowUploads } from './attack/attacks/slow-uploads.ts';
import { personalMarker } from './attack/forms.ts';
import { forwarderAddress } from './attack/networks.ts';
import { type AttackCost, watchServer } from './attack/watch-server.ts';

// Attacks a site of its own on 127.0.0.1, and prints the cost and the responses of each attack. Ends with 1 if an
// attack succeeds. The site runs with the memory bounds of server/start-small.sh. The figures of memory and files need
// Linux. Usage: `npm run prove -- attack [--short] [--results file.json] [part of an attack's name …]`.

/** The limits of every attack, in megabytes, files and milliseconds. */
const limits = { memory: 400, openFiles: 600, longestWait: 1_000 };

/** Searches the whole log for personal data that the earlier attacks sent. */
const loggedPersonalData: Attack = {
  name: 'logged-personal-data',
  run: async (target) => {
    const attempts = new AttackRecorder(target);
    const lines = target.log().split('\n');
    const found = lines.filter(
      (line) => line.includes(personalMarker) || /[?&](?:manage|confirm)=[\w.-]{20}/.test(line),
    );
    attempts.notes.push(`${lines.length} lines of log read`);
    attempts.expect(
      found.length === 0,
      `${found.length} lines hold personal data, the first: ${found[0]?.slice(0, 200)}`,
    );
    return attempts;
  },
};

const attacks: readonly Attack[] = [
  // These two read mails, so they come before the attacks that fill the outbox.
  knownCustomer,
  relayedMail,
  // Bookings are held like other forms when the site stores many, so this comes before the attacks that send many.
  fullCalendar,
  countryCodes,
  openRedirects,
  oddRequests,
  largeForms,
  manyNetworks,
  slowUploads,
  pipelinedAssets,
  pictureBombs,
  fullDisk,
  busySearch,
  hostileCorpus,
  loggedPersonalData,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});

function listCostProblems({ memory, openFiles, longestWait }: AttackCost): string[] {
  return [
    memory > limits.memory ? `The server used ${Math.round(memory)} MB, more than ${limits.memory}.` : '',
    openFiles > limits.openFiles ? `The server had ${openFiles} files open, more than ${limits.openFiles}.` : '',
    longestWait > limits.longestWait
      ? `A page took ${Math.round(longestWait)} ms, more than ${limits.longestWait}.`
      : '',
  ].filter(Boolean);
}

function report(
  name: string,
  { requests, statusCounts, noResponseReasons, notes }: AttackResult,
  cost: AttackCost,
  problems: string[],
): void {
  const statuses = [...statusCounts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'none'}: ${count}`);
  console.log(
    `${problems.length === 0 ? 'withstood' : 'FAILED   '}  ${name}: ${requests} requests; ${statuses.join(', ')}`,
  );
  const { memory, openFiles, longestWait } = cost;
  const reasons = [...(noResponseReasons ?? [])].map(([reason, count]) => `${count} × ${reason}`);
  const figures = [`${Math.round(memory)} MB`, `${openFiles} open files`, `longest page ${Math.round(longestWait)} ms`];
  console.log(`           ${[...figures, ...reasons, ...notes].join('; ')}`);
  for (const problem of problems.slice(0, 20)) console.log(`           - ${problem}`);
}

const chosen = attacks.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
if (chosen.length === 0) throw new Error(`No attack has a name with ${positionals.join(' or ')}.`);

const dataDir = await makeDataFolder('site-attack-');
const mail = await startMailServer();
const env = { SMTP_URL: mail.url, TRUST_FORWARDERS: forwarderAddress };
const site = await startSiteProcess({ dataDir, env, isSmallMachine: true });
const { pid } = site.process;
let [passed, failed] = [0, 0];
try {
  if (pid === undefined) throw new Error('The site has no process');
  const target: AttackTarget = { port: Number(new URL(site.address).port), pid, dataDir, mail, log: site.output };
  for (const { name, run } of chosen) {
    const started = performance.now();
    const watching = watchServer(pid, target.port);
    const result = await run(target, values.short);
    const cost = await watching.end();
    const problems = [...result.problems, ...listCostProblems(cost)];
    if (site.process.exitCode !== null) problems.push('The server has ended.');
    report(`${name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`, result, cost, problems);
    if (problems.length === 0) passed += 1;
    else failed += 1;
  }
} finally {
  await site.stop();
  await mail.close();
}
console.log(`\n${passed} attacks withstood, ${failed} not`);
process.exitCode = failed > 0 ? 1 : 0;
