import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { webhookAttempts, webhookDeliveries, webhooks } from '../api/db/access-tables.ts';
import { getMessageId } from '../api/webhooks/deliver.ts';
import { createWebhookSecret, formatWebhookSecret } from '../api/webhooks/signature.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { openTestDatabase } from '../testing/database.ts';
import { startKillableSite } from '../testing/killable-site.ts';
import startPostgres, { getDatabaseUrl, templateDatabase } from '../testing/postgres.ts';
import { pollWithin } from '../testing/wait-within.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { createVisitor, sendUntilAcknowledged } from './no-lost-enquiry/visitors.ts';
import { runProof } from './studio-proofs/proof-sites.ts';

// Visitors send messages to a real server, of which six webhooks are told: one works, one is away for half of the time,
// one is slow and once too slow, one always answers 500, one redirects, and the name of one leads to a private address.
// The server is killed with SIGKILL three times meanwhile. Then time is made to pass until nothing waits. Ends with 1
// unless each receiver that can be reached got every event, with a valid signature and the same content under the same
// id, and every event of the others is listed as given up after ten attempts.

const messages = Number(process.argv[2] ?? 40);
const kills = 3;
/** Milliseconds: a slow answer, one that comes too late, and the time until nothing may wait any more. */
const [slow, tooSlow, deliveryLimit] = [150, 25_000, 400_000];

const stopPostgres = await startPostgres();
const database = await openTestDatabase(templateDatabase);
const { db } = database;
const dataDir = await makeDataFolder('prove-webhooks-');
// What the DNS of a receiver can answer: a name that leads into a private network.
const resolver = `import dns from 'node:dns/promises'; import { syncBuiltinESMExports } from 'node:module';
  const { lookup } = dns; const inside = [{ address: '192.168.7.7', family: 4 }];
  dns.lookup = async (name, ...more) => (name === 'inside.example' ? inside : lookup(name, ...more));
  syncBuiltinESMExports();`;
const site = await startKillableSite(dataDir, {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(resolver)}`,
  DATABASE_URL: getDatabaseUrl(database.config),
  LOOPBACK_REQUESTS: 'allow',
  TRUST_PROXY: '1',
});

interface Hook {
  id: number;
  name: string;
  secret: string;
  receiver: WebhookReceiver | null;
  isReachable: boolean;
}

async function addHook(name: string, receiver: WebhookReceiver | null, isReachable: boolean): Promise<Hook> {
  const secret = createWebhookSecret();
  const url = receiver?.url ?? 'https://inside.example/events';
  const [stored] = await db
    .insert(webhooks)
    .values({ url, events: ['message.received'], secret })
    .returning();
  if (!stored) throw new Error('The webhook was not stored');
  return { id: stored.id, name, secret: formatWebhookSecret(secret), receiver, isReachable };
}

const [works, away, late, failing, redirecting, target] = [
  await startWebhookReceiver(),
  await startWebhookReceiver(),
  await startWebhookReceiver(),
  await startWebhookReceiver(),
  await startWebhookReceiver(),
  await startWebhookReceiver(),
];
late.answerWith = (_request, response) =>
  void sleep(late.received.length === 3 ? tooSlow : slow).then(() => response.end());
failing.answerWith = (_request, response) => response.writeHead(500).end('Out of order');
redirecting.answerWith = (_request, response) => response.writeHead(302, { location: target.url }).end();
const hooks = [
  await addHook('works', works, true),
  await addHook('is away', away, true),
  await addHook('is slow', late, true),
  await addHook('answers 500', failing, false),
  await addHook('redirects', redirecting, false),
  await addHook('has a name that leads to a private address', null, false),
];

async function sendMessages(): Promise<void> {
  const killAfter = Array.from({ length: kills }, (_, each) => Math.floor(((each + 0.5) * messages) / kills));
  const sending: Promise<unknown>[] = [];
  for (let number = 0; number < messages; number += 1) {
    sending.push(sendUntilAcknowledged(site.address, createVisitor(number)));
    if (number === Math.floor(messages / 4)) await away.goAway();
    if (number === Math.floor((messages * 3) / 4)) await away.comeBack();
    if (killAfter.includes(number)) {
      await sleep(Math.random() * 200);
      await site.kill();
    }
    await sleep(100);
  }
  await Promise.all(sending);
}

/** Lets the time until the next attempts pass. What a server is sending now is due a minute from now at most. */
async function passTime(): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update ${webhookDeliveries} set due_at = now()
    where delivered_at is null and given_up_at is null and due_at > now() + interval '61 seconds'`);
  const waiting = await db.$count(webhookDeliveries, sql`delivered_at is null and given_up_at is null`);
  if (rowCount === 0) await sleep(500);
  return waiting === 0;
}

function hasValidSignature(secret: string, { body, headers }: WebhookReceiver['received'][number]): boolean {
  try {
    return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
  } catch {
    return false;
  }
}

async function checkHook({
  id,
  name,
  secret,
  receiver,
  isReachable,
}: Hook): Promise<{ line: string; wrong: string[] }> {
  const wrong: string[] = [];
  const deliveries = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id));
  const received = receiver?.received ?? [];
  const bodies = new Map(received.map((each) => [each.id, each.body]));
  if (deliveries.length !== messages) wrong.push(`${deliveries.length} events are recorded`);
  if (received.some((each) => each.body !== bodies.get(each.id))) wrong.push('an id has two contents');
  // The server refuses old signatures, so only those of the last five minutes are checked.
  const recent = received.filter(({ headers }) => Number(headers['webhook-timestamp']) > Date.now() / 1000 - 280);
  if (recent.some((each) => !hasValidSignature(secret, each))) wrong.push('a signature is not valid');
  for (const { id: deliveryId, eventId, deliveredAt, givenUpAt } of deliveries) {
    const messageId = getMessageId(eventId);
    if (isReachable && !(deliveredAt && bodies.has(messageId))) wrong.push(`${messageId} did not arrive`);
    if (!isReachable) {
      const attempts = await db.$count(webhookAttempts, eq(webhookAttempts.deliveryId, deliveryId));
      if (!receiver) {
        const [attempt] = await db.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, deliveryId));
        if (!attempt?.failure?.includes('private network')) wrong.push(`${messageId} failed by ${attempt?.failure}`);
      }
      if (!givenUpAt || attempts !== 10)
        wrong.push(`${messageId} was not given up after ten attempts, but ${attempts}`);
    }
  }
  const repeated = received.length - bodies.size;
  const line = `${name}: ${deliveries.length} events, ${bodies.size} received, ${repeated} received again`;
  return { line, wrong: wrong.map((what) => `${name}: ${what}`) };
}

await runProof(async () => {
  await sendMessages();
  await pollWithin(deliveryLimit, 'the end of all deliveries', passTime);
  const results = await Promise.all(hooks.map(checkHook));
  for (const { line } of results) console.log(line);
  const wrong = results.flatMap((result) => result.wrong);
  if (target.received.length > 0) wrong.push('a redirect was followed');
  const load = loadavg()[0]?.toFixed(1);
  return {
    figures: `Webhooks: ${messages} events to ${hooks.length} receivers, ${kills} kills, load ${load} of ${availableParallelism()}`,
    wrong,
  };
});
await site.stop();
await database.close();
await stopPostgres();
process.exit();
