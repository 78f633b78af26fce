import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { totalLimits } from '../api/messages/submissions/count-stored.ts';
import { openDatabase } from '../server/database/database.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startKillableSite } from '../testing/killable-site.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { checkDelivery, countMails } from './no-lost-enquiry/check-delivery.ts';
import { startOutages } from './no-lost-enquiry/mail-server-outages.ts';
import { type AcknowledgedMessage, createVisitor, sendUntilAcknowledged } from './no-lost-enquiry/visitors.ts';

// Sends messages to a real server that is killed repeatedly, while the mail server is unavailable half of the time.
// Counts the results, and ends with 1 if a message is lost or stored twice.

/** As many as the site stores in ten minutes before it holds the mails of a form. One more would fail every run. */
const messages = totalLimits.mailed;
const perSecond = 50;
const kills = 20;
/** After every fourth kill, the next start is killed too. */
const doubleKillInterval = 4;
const outageMs = 3_000;
const readyLimit = 5_000;
const deliveryLimit = 150_000;

const started = performance.now();
const formatElapsed = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const dataDir = await makeDataFolder('site-proof-');
const mailServer = await startMailServer();
const env = { SMTP_URL: mailServer.url, INBOX_EMAIL: 'inbox@site.example', TRUST_PROXY: '1' };
const site = await startKillableSite(dataDir, env);
const outages = startOutages(mailServer, outageMs);
console.log(`${formatElapsed()}  ready; ${messages} messages at ${perSecond} a second, ${kills} kills`);

/** The numbers of messages after which the server is killed, chosen at random, in order. */
const killAfter = Array.from({ length: kills }, () => Math.floor(Math.random() * messages)).sort((a, b) => a - b);
let killed = 0;
let killedStarting = 0;
const sending: Promise<AcknowledgedMessage>[] = [];
for (let number = 0; number < messages; number += 1) {
  sending.push(sendUntilAcknowledged(site.address, createVisitor(number)));
  while (killAfter[killed] === number) {
    // The kill hits the server before, during or after its work on this message.
    await sleep(Math.random() * 20);
    const isTwice = killed % doubleKillInterval === doubleKillInterval - 1;
    void site.kill(isTwice ? [Math.random() * 1_500] : []);
    killed += 1;
    if (isTwice) killedStarting += 1;
    // New visitors arrive only while a server runs. Visitors with a pending message keep sending it.
    await site.whenReady();
  }
  await sleep(1000 / perSecond);
}
const results = await Promise.allSettled(sending);
const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
console.log(`${formatElapsed()}  ${acknowledged.length} acknowledged`);

const deadline = performance.now() + deliveryLimit;
while (countMails(mailServer.received).size < 2 * messages && performance.now() < deadline) await sleep(200);
console.log(`${formatElapsed()}  ${countMails(mailServer.received).size} mails delivered`);
// Time for a duplicate mail to arrive.
await sleep(3_000);
await outages.stop();

const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
const findings = await checkDelivery(database.db, acknowledged, mailServer.received);
await database.close();
await site.stop();
await mailServer.close();

const ordered = site.readyAfter.toSorted((a, b) => a - b);
const slowest = ordered.at(-1) ?? 0;
const usual = ordered[Math.floor(ordered.length / 2)] ?? 0;
const mostTries = Math.max(...acknowledged.map(({ tries }) => tries));
console.log(`
acknowledged          ${acknowledged.length} of ${messages} (the most tries one needed: ${mostTries})
stored                ${findings.stored} (lost ${findings.lost}, duplicates ${findings.duplicates})
delivered             ${findings.delivered}, each to its sender and to the company
mails                 ${findings.mails} (delivered twice ${findings.deliveredTwice}, more often ${findings.deliveredMoreOften}, dead ${findings.dead}, most attempts ${findings.mostAttempts})
server killed         ${killed} times, and ${killedStarting} times while it started again
ready again           within ${(slowest / 1000).toFixed(2)} s each time (half of the times within ${(usual / 1000).toFixed(2)} s)
mail server down      ${Math.round(outages.share() * 100)} % of the time
machine               ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}
took                  ${formatElapsed()}`);

const breaches = [
  ...refused,
  ...(acknowledged.length === messages ? [] : ['not every message was acknowledged']),
  ...(findings.lost === 0 && findings.stored === messages ? [] : ['acknowledged and stored differ']),
  ...(findings.duplicates === 0 ? [] : ['a message is stored twice']),
  ...(findings.delivered === messages ? [] : ['a mail did not arrive']),
  ...(findings.deliveredMoreOften === 0 ? [] : ['a mail was delivered more than twice']),
  ...(slowest <= readyLimit ? [] : [`a start took more than ${readyLimit / 1000} s`]),
];
console.log(breaches.length === 0 ? '\nNo message was lost or stored twice.' : `\nBREACH\n${breaches.join('\n')}`);
process.exit(breaches.length === 0 ? 0 : 1);
