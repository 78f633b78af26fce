import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { chosenWebhookEvents } from '../../contract/studio/webhook-events.ts';
import { bookSampleConsultation, findFreeMorning, post, setUpBookingApi } from '../../testing/consultations.ts';
import { getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { getFailure, makeUser, renameEntry, type TestUser, withdrawEntry } from '../../testing/studio.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { announceDueSchedules } from '../content/entries/announce-schedules.ts';
import { promoteDueRevisions } from '../content/entries/change-schedule.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../db/access-tables.ts';
import { createRequestOutside } from '../outside-requests.ts';
import { deliverDueEvents, removeOldWebhookEvents } from './deliver.ts';

const api = await setUpBookingApi();
const { db } = api.ctx;
let owner: TestUser;
let receiver: WebhookReceiver;
beforeEach(async () => {
  await db.delete(webhooks);
  await db.delete(webhookEvents);
  owner = await makeUser(api.ctx, 'OWNER');
  receiver = await startWebhookReceiver();
});

const call: TestUser['client']['call'] = (...args) => owner.client.call(...args);
const add = (events = chosenWebhookEvents, url = receiver.url) => call('createWebhook', { url, events });
const deliver = () => deliverDueEvents(api.ctx, api.ctx);
const listTypes = () => receiver.received.map(({ event }) => event.type);
/** Makes every waiting delivery due, as the passing of time does. */
const passTime = () => db.update(webhookDeliveries).set({ dueAt: sql`now()` });

async function readDeliveries(id: number) {
  const { webhook, deliveries } = await call('webhook', { id });
  return { webhook, deliveries: deliveries.items };
}

describe('events', () => {
  it('are told of acts on content, with ids and addresses', async () => {
    await add();
    const { id } = await db.transaction((tx) => makeEntry({ db: tx }, 'BLOG'));
    await renameEntry(owner.client, id, 'renamed');
    const { lastAct } = await withdrawEntry(owner.client, id);
    await call('undoAct', { id: lastAct?.id ?? 0 });
    await deliver();
    expect(listTypes()).toEqual(['entry.renamed', 'entry.withdrawn', 'entry.changed']);
    expect(receiver.received[0]?.event).toEqual({
      type: 'entry.renamed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      data: { id, type: 'BLOG', slug: 'renamed', path: '/blog/renamed' },
    });
  });

  it('are told once when a schedule takes effect, and not of what was done at once', async () => {
    await add(['entry.live']);
    const { id } = await db.transaction((tx) => makeEntry({ db: tx }, 'BLOG', { publishedAt: getTimeFromNow(60) }));
    const next = await db.transaction((tx) => makeEntry({ db: tx }, 'BLOG', { nextAt: getTimeFromNow(60) } as object));
    await announceDueSchedules(api.ctx);
    const live = await db.transaction((tx) => makeEntry({ db: tx }, 'BLOG'));
    await withdrawEntry(owner.client, live.id);
    await db.execute(sql`update entries set published_at = now() where id = ${id}`);
    await db.execute(
      sql`update entries set next_revision_id = live_revision_id, next_at = now() where id = ${next.id}`,
    );
    // The hourly job forgets the time of a text; its event is recorded before.
    await promoteDueRevisions(api.ctx);
    await announceDueSchedules(api.ctx);
    await deliver();
    expect(receiver.received.map(({ event }) => event.data.id).sort()).toEqual([id, next.id].sort());
  });

  it('are told of messages and consultations, without anything that a visitor typed', async () => {
    await add();
    const payload = { name: 'Ada Visitor', email: 'ada@visitor.example', message: 'Secret words', key: randomUUID() };
    const { body } = await api.get('/api/contact/submit', { method: 'POST', headers: fromPage, payload });
    const { seen, answer } = await call('openMessage', { reference: body.reference });
    const text = 'We can help.';
    await call('answerMessage', { reference: body.reference, subject: answer.subject, text, seen, key: randomUUID() });
    const slot = await findFreeMorning(api);
    const { manage, reference } = await bookSampleConsultation(api, slot);
    const later = new Date(Date.parse(slot) + 60 * 60_000).toISOString();
    await post(api, 'move', { manage, slot: later, timeZone: 'Europe/London' });
    await post(api, 'cancel', { manage });
    await deliver();
    expect(listTypes()).toEqual([
      ...['message.received', 'message.answered', 'message.received'],
      ...['consultation.booked', 'consultation.moved', 'consultation.cancelled'],
    ]);
    expect(receiver.received[0]?.event.data).toEqual({
      ...{ reference: body.reference, kind: 'CONTACT', path: `/studio/inbox/${body.reference}` },
    });
    expect(receiver.received.at(-1)?.event.data.reference).toBe(reference);
    const { rows } = await api.database.pool.query('select * from webhook_events, webhook_deliveries');
    const stored = JSON.stringify([rows, receiver.received]);
    for (const typed of ['Ada Visitor', 'visitor.example', 'Secret words', 'Siobh', 'siobhan'])
      expect(stored).not.toContain(typed);
  });

  it('go to the webhooks that ask for them, and are not stored if none does or the act fails', async () => {
    const other = await startWebhookReceiver();
    await add(['entry.withdrawn']);
    await add(['entry.renamed'], other.url);
    const { id } = await db.transaction((tx) => makeEntry({ db: tx }, 'BLOG'));
    await renameEntry(owner.client, id, 'elsewhere');
    await getFailure(renameEntry(owner.client, id, 'not a slug'));
    await call('deleteEntry', { id, version: 'draft-1' }).catch(() => undefined);
    await deliver();
    expect([listTypes(), other.received.map(({ event }) => event.type)]).toEqual([[], ['entry.renamed']]);
    expect(await db.$count(webhookEvents)).toBe(1);
  });
});

describe('a delivery', () => {
  it('is signed as Standard Webhooks demands, by both secrets for a day after a rotation', async () => {
    const { id, secret } = await add();
    await call('sendWebhookTest', { id });
    await deliver();
    const rotated = await call('rotateWebhookSecret', { id });
    // Another one would end the first secret, which the receiver still has.
    const refused = await getFailure(call('rotateWebhookSecret', { id }));
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringMatching(/counts until \d+ \w+ \d+, \d\d:\d\d/),
    ]);
    await call('sendWebhookTest', { id });
    await deliver();
    await db.update(webhooks).set({ formerSecretEndsAt: new Date() });
    await call('sendWebhookTest', { id });
    await deliver();
    const verifies = receiver.received.map(({ body, headers }) =>
      [secret, rotated.secret].map((each) => {
        try {
          return Boolean(new Webhook(each).verify(body, headers as Record<string, string>));
        } catch {
          return false;
        }
      }),
    );
    expect(verifies).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    expect(receiver.received[0]?.headers['content-type']).toBe('application/json');
  });

  it('is tried again with the same id by the schedule, and given up after ten attempts', async () => {
    const { id } = await add();
    receiver.answerWith = (_request, response) => response.writeHead(500).end('Out of order\0\u0007');
    await call('sendWebhookTest', { id });
    const delays: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await deliver()).toBe(1);
      const [delivery] = (await readDeliveries(id)).deliveries;
      const triedAt = delivery?.attempts[0]?.triedAt ?? '';
      delays.push((Date.parse(delivery?.dueAt ?? '') - Date.parse(triedAt)) / 1000);
      // The next attempt is five minutes away, or more.
      if (attempt > 0) expect(await deliver()).toBe(0);
      await passTime();
    }
    expect(await deliver()).toBe(0);
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].forEach((seconds, index) => {
      expect(delays[index]).toBeGreaterThanOrEqual(seconds);
      expect(delays[index]).toBeLessThanOrEqual(seconds * 1.1);
    });
    expect(new Set(receiver.received.map(({ id: messageId }) => messageId)).size).toBe(1);
    const { webhook, deliveries } = await readDeliveries(id);
    expect([webhook.givenUp, webhook.waiting, webhook.disabledFor]).toEqual([1, 0, null]);
    expect(deliveries[0]).toMatchObject({ state: 'GIVEN_UP', messageId: receiver.received[0]?.id });
    expect(deliveries[0]?.attempts[0]).toMatchObject({
      status: 500,
      failure: 'It answered 500.',
      answer: 'Out of order',
    });
    receiver.answerWith = (_request, response) => response.end();
    await call('sendWebhookAgain', { id: deliveries[0]?.id ?? 0 });
    await deliver();
    expect((await readDeliveries(id)).deliveries[0]?.state).toBe('DELIVERED');
    expect(receiver.received.at(-1)?.id).toBe(receiver.received[0]?.id);
    const { items } = await call('log', { kind: 'webhook', by: String(owner.id) as never });
    expect(items.map(({ kind }) => kind)).toEqual(['webhook.SEND_AGAIN', 'webhook.TEST', 'webhook.CREATE']);
  });

  it('follows no redirect, and never goes to a private address', async () => {
    const target = await startWebhookReceiver();
    const { id } = await add();
    receiver.answerWith = (_request, response) => response.writeHead(307, { location: target.url }).end();
    await call('sendWebhookTest', { id });
    await deliver();
    expect(target.received).toEqual([]);
    const strict = createRequestOutside();
    await passTime();
    await deliverDueEvents(api.ctx, { requestOutside: strict });
    const { deliveries } = await readDeliveries(id);
    expect(deliveries[0]?.attempts.map(({ failure }) => failure)).toEqual([
      expect.stringContaining('private network'),
      'It answered 307 and named another address, which is not requested.',
    ]);
    expect(receiver.received).toHaveLength(1);
  });

  it('to a slow receiver holds up no other', async () => {
    const other = await startWebhookReceiver();
    const { id: slow } = await add();
    const { id: quick } = await add(chosenWebhookEvents, other.url);
    const answers: (() => void)[] = [];
    receiver.answerWith = (_request, response) => void answers.push(() => response.end());
    await call('sendWebhookTest', { id: slow });
    await call('sendWebhookTest', { id: slow });
    const delivering = deliver();
    await expect.poll(() => receiver.received.length).toBe(1);
    await call('sendWebhookTest', { id: quick });
    await expect.poll(() => other.received.length).toBe(1);
    // One webhook gets one event at a time.
    expect(receiver.received).toHaveLength(1);
    receiver.answerWith = (_request, response) => response.end();
    answers[0]?.();
    expect(await delivering).toBe(3);
  });

  it('is made once by several servers at the same time', async () => {
    const { id } = await add();
    for (let sent = 0; sent < 10; sent += 1) await call('sendWebhookTest', { id });
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ id: messageId }) => messageId)).size).toBe(10);
  });

  it('is kept for a month, and longer while it waits', async () => {
    const { id } = await add();
    await call('sendWebhookTest', { id });
    await db.update(webhookEvents).set({ happenedAt: getTimeFromNow(-31 * 86_400) });
    expect(await removeOldWebhookEvents(api.ctx)).toBe(0);
    await deliver();
    expect(await removeOldWebhookEvents(api.ctx)).toBe(1);
  });
});

describe('a webhook', () => {
  it('is disabled after days of failures, says so on Today, and what waits is given up', async () => {
    const { id } = await add();
    await receiver.goAway();
    await call('sendWebhookTest', { id });
    await deliver();
    expect((await readDeliveries(id)).webhook.failingSince).not.toBeNull();
    await db.update(webhooks).set({ failingSince: getTimeFromNow(-4 * 86_400) });
    await db.update(webhookDeliveries).set({ attempts: 9, dueAt: sql`now()` });
    await call('sendWebhookTest', { id });
    await deliver();
    const { webhook, deliveries } = await readDeliveries(id);
    expect([webhook.disabledFor, deliveries.map(({ state }) => state)]).toEqual(['FAILING', ['GIVEN_UP', 'GIVEN_UP']]);
    expect((await call('today', {})).failedWebhooks).toEqual([{ id, url: receiver.url }]);
    expect((await getFailure(call('sendWebhookTest', { id }))).status).toBe(409);
    await receiver.comeBack();
    await call('changeWebhook', { id, url: receiver.url, events: ['entry.live'], isDisabled: false });
    await call('sendWebhookTest', { id });
    await deliver();
    expect((await call('today', {})).failedWebhooks).toEqual([]);
    expect(listTypes()).toEqual(['webhook.test']);
  });

  it('is disabled at once by a receiver that is gone, or by an owner', async () => {
    const { id } = await add();
    receiver.answerWith = (_request, response) => response.writeHead(410).end();
    await call('sendWebhookTest', { id });
    await deliver();
    expect((await readDeliveries(id)).webhook.disabledFor).toBe('GONE');
    expect((await call('log', { thing: `webhook:${id}` })).items[0]).toMatchObject({
      ...{ kind: 'webhook.DISABLE', doneBy: null, facts: { url: receiver.url, reason: 'GONE' } },
    });
    const { id: own } = await add();
    await call('changeWebhook', { id: own, url: receiver.url, events: ['entry.live'], isDisabled: true });
    expect((await readDeliveries(own)).webhook.disabledFor).toBe('USER');
    await call('removeWebhook', { id: own });
    expect((await getFailure(call('webhook', { id: own }))).status).toBe(404);
  });

  it.each([
    'http://public.example/events',
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'https://user:password@public.example/',
    'ftp://public.example/',
    'events',
  ])('has no address such as %s', async (url) => {
    const failure = await getFailure(add(chosenWebhookEvents, url));
    expect(failure.fields.map(({ path }) => path)).toEqual(['url']);
  });
});
