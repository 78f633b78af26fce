import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNull, sql } from 'drizzle-orm';
import { outbox } from '../api/db/tables.ts';
import { openDatabase } from '../server/database/database.ts';
import { makeSignedInUser } from '../testing/access-proof.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startKillableSite } from '../testing/killable-site.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { checkInbox, countByMessageId } from './inbox/check-inbox.ts';
import { type Confirmed, createCaller, workAsPerson } from './inbox/people.ts';
import { createVisitor, sendUntilAcknowledged } from './no-lost-enquiry/visitors.ts';

// Sends messages to a real server while five people read, assign, note, answer and close them at once. The server is
// killed with SIGKILL three times, and the mail server is silent twice: it takes mails, but does not say so. Then a
// person decides about each answer of which nobody knows whether it arrived. Counts the results, and ends with 1 if a
// message or an act is lost, a visitor was answered twice unknowingly, or an answer arrived twice or never.

const messages = Number(process.argv[2] ?? 1_000);
const perSecond = 25;
const kills = 3;
const people = 5;
/** Milliseconds for which the mail server is silent: longer than the site waits for it. */
const silence = 12_000;
const deliveryLimit = 240_000;

const started = performance.now();
const formatElapsed = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const token = 'a-token-of-this-proof';
const dataDir = await makeDataFolder('prove-inbox-');
const mailServer = await startMailServer();
const local = { DATA_DIR: dataDir, DATABASE_URL: undefined };
const prepared = await openDatabase(local);
const users = await Promise.all(
  Array.from({ length: people }, (_, each) => makeSignedInUser(prepared.db, 'OPERATOR', `person-${each}`)),
);
await prepared.close();
const site = await startKillableSite(dataDir, {
  SMTP_URL: mailServer.url,
  INBOX_EMAIL: 'inbox@site.example',
  TRUST_PROXY: '1',
  METRICS_TOKEN: token,
});
console.log(`${formatElapsed()}  ready; ${messages} messages, ${people} people, ${kills} kills`);

const confirmed: Confirmed = { answers: [], groups: [], refused: 0, repeated: 0 };
const calls = users.map(({ session }) => createCaller(site.address, session, confirmed));
const call = createCaller(site.address, users[0]?.session ?? '', confirmed);
const arriving = new AbortController();
const working = Promise.all(
  users.map(({ id }, each) => workAsPerson(calls[each] ?? call, id, confirmed, arriving.signal)),
);

async function sendMessages(): Promise<number> {
  const killAfter = Array.from({ length: kills }, (_, each) => Math.floor(((each + 0.5) * messages) / kills));
  const silentAfter = [Math.floor(messages * 0.3), Math.floor(messages * 0.65)];
  const sending: Promise<unknown>[] = [];
  for (let number = 0; number < messages; number += 1) {
    sending.push(sendUntilAcknowledged(site.address, createVisitor(number)));
    if (silentAfter.includes(number)) {
      mailServer.isSilent = true;
      void sleep(silence).then(() => {
        mailServer.isSilent = false;
      });
    }
    if (killAfter.includes(number)) {
      await sleep(Math.random() * 20);
      void site.kill();
      await site.whenReady();
    }
    await sleep(1000 / perSecond);
  }
  const results = await Promise.allSettled(sending);
  return results.filter(({ status }) => status === 'fulfilled').length;
}

const acknowledged = await sendMessages();
console.log(`${formatElapsed()}  ${acknowledged} messages acknowledged`);
arriving.abort();
await working;
console.log(`${formatElapsed()}  ${confirmed.answers.length} answers, nothing is open`);

/** Decides about the answers that were given up, as a person does who asks the visitor. Returns how many there were. */
async function settleAnswers(): Promise<number> {
  const { items } = await call('listMessages', { mail: 'given-up', size: 100 });
  const copies = countByMessageId(mailServer.received);
  let settled = 0;
  for (const { reference } of items) {
    const { timeline } = await call('openMessage', { reference });
    for (const item of timeline) {
      if (item.type !== 'MAIL' || !item.isAnswer || item.state !== 'UNCERTAIN') continue;
      const key = /\(([\da-f-]{36})\)/.exec(item.text)?.[1] ?? '';
      const hasArrived = [...copies.keys()].some((id) => id.includes(key));
      await call('settleAnswer', { mailId: item.mailId, outcome: hasArrived ? 'ARRIVED' : 'SEND_AGAIN' });
      settled += 1;
    }
  }
  return settled;
}

let uncertain = 0;
const deadline = performance.now() + deliveryLimit;
/** Returns whether mails wait or were given up, as the server tells an operator. */
async function hasUnsent(): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${site.address}/readyz`, { headers }).catch(() => null);
  const { mails } = ((await response?.json()) ?? {}) as { mails?: { waiting: number; dead: number } };
  return mails === undefined || mails.waiting > 0 || mails.dead > 0;
}
while ((await hasUnsent()) && performance.now() < deadline) {
  uncertain += await settleAnswers();
  await sleep(1_000);
}
console.log(`${formatElapsed()}  delivered; ${uncertain} answers were uncertain`);
await sleep(2_000);
await site.stop();

const database = await openDatabase(local);
const findings = await checkInbox(database.db, confirmed, mailServer.received);
const unsent = await database.db.$count(outbox, isNull(outbox.sentAt));
const { rows } = await database.db.execute<{ acts: string }>(sql`select count(*) as acts from message_acts`);
await database.close();
await mailServer.close();

console.log(`
messages           ${acknowledged} of ${messages} acknowledged, ${findings.stored} stored, ${findings.open} open
acts               ${rows[0]?.acts} in the record, ${findings.missing} missing; ${confirmed.repeated} requests repeated
answers            ${findings.answers}; ${confirmed.refused} refused because somebody was faster
answered again     ${findings.answeredAgain} messages, each after the answer before was read; ${findings.unknowing} unknowingly
answers received   ${findings.receivedTwice} twice, ${findings.notReceived} never; ${uncertain} were decided by a person
mails of the site  ${findings.repeatedSiteMails} received again with the same Message-ID (at most ${findings.mostCopies} copies), ${unsent} unsent
server killed      ${kills} times; the mail server was silent twice
machine            ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}
took               ${formatElapsed()}`);

const breaches = [
  ...(acknowledged === messages && findings.stored === messages ? [] : ['a message is lost or stored twice']),
  ...(findings.open === 0 ? [] : ['a message is open']),
  ...(findings.missing === 0 ? [] : ['an act is not in the record']),
  ...(findings.unknowing === 0 ? [] : ['a visitor was answered twice unknowingly']),
  ...(findings.receivedTwice === 0 && findings.notReceived === 0 ? [] : ['an answer arrived twice or never']),
  ...(unsent === 0 ? [] : ['a mail was not sent']),
];
console.log(breaches.length === 0 ? '\nNothing was lost or sent twice.' : `\nBREACH\n${breaches.join('\n')}`);
process.exit(breaches.length === 0 ? 0 : 1);
