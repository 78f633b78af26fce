import { randomUUID } from 'node:crypto';
import { solveChallenge as solveByLibrary } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Challenge, Proof } from '../../../contract/forms/submission-shapes.ts';
import { rateLimits } from '../../../contract/http/rate-limits.ts';
import { solveChallenge } from '../../../site/forms/solve-challenge.ts';
import { getUniqueIpAddress } from '../../../testing/api.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { outbox, rateLimitCounts, submissions } from '../../db/tables.ts';
import { changeMessagesAs } from '../inbox/change-messages.ts';
import { deliverDueMails } from '../outbox/deliver.ts';
import { createBoundChallenge } from './challenge.ts';
import { totalLimits } from './count-stored.ts';
import { storeSubmission } from './store.ts';

const api = await setUpApi(removeMessages);

const seo = 'We can get you on the first page of Google with 500 backlinks. Click here: http://x.example';
// Typical phrases of an agency only: suspicious, not certain.
const middling = 'Hello, we offer website redesign for small companies. Shall we talk?';

function post(url: string, payload: object) {
  return api.get(url, { method: 'POST', headers: fromPage, payload });
}

async function submit(overrides: object = {}) {
  const form = {
    name: 'Ada',
    email: 'ada@example.org',
    message: 'Two links, one duct.',
    key: randomUUID(),
    ...overrides,
  };
  const { status, body } = await post('/api/contact/submit', form);
  expect(status).toBe(200);
  const [stored] = await api.ctx.db.select().from(submissions).where(eq(submissions.reference, body.reference));
  return { reference: body.reference as string, challenge: body.challenge as Challenge | undefined, stored };
}

async function solve(challenge: Challenge | undefined): Promise<Proof> {
  if (!challenge) throw new Error('no challenge came');
  const solution = await solveByLibrary({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

async function countSentMails(): Promise<number> {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return undefined;
  };
  await deliverDueMails(api.ctx, send, api.ctx.company);
  return sent;
}

describe('a suspicious message', () => {
  it.each([
    ['fills in the hidden field', { homepage: 'http://x.example' }, /hidden field/, false],
    ['was filled in within a blink', { fillTime: '300' }, /two seconds/, true],
    ['tells a fill time that is none', { fillTime: 'soon' }, /two seconds/, true],
    ['reads like certain spam', { message: seo }, /spam \d+: .*(?:ranking|links)/, false],
    ['reads a little like spam', { message: middling }, /spam \d: agency offer/, true],
    ['is weak and strong at once', { homepage: 'x', fillTime: '1' }, /hidden field; .*two seconds/, false],
  ])(
    'that %s is stored with its reason, answered like any other, and its mails wait',
    async (_what, form, reason, provable) => {
      const { stored, challenge } = await submit(form);
      expect(stored?.quarantinedFor).toMatch(reason);
      expect(challenge !== undefined).toBe(provable);
      const mails = await api.ctx.db.select().from(outbox);
      expect(mails.map(({ held }) => held)).toEqual([true, true]);
      expect(await countSentMails()).toBe(0);
    },
  );

  it('is the same text from four senders, from the fourth sender on', async () => {
    const message = `A remarkable opportunity that everybody should hear about, number ${randomUUID()}.`;
    const reasons: (string | null | undefined)[] = [];
    for (const name of ['a', 'b', 'b', 'c', 'd'])
      reasons.push(
        (await submit({ email: `${name}@example.org`, message: ` ${message.toUpperCase()} ` })).stored?.quarantinedFor,
      );
    expect(reasons).toEqual([null, null, null, null, 'the same text from many senders']);
    for (const name of ['a', 'b', 'c', 'd'])
      expect(
        (await submit({ email: `${name}@example.org`, message: 'Please call me.' })).stored?.quarantinedFor,
      ).toBeNull();
  });

  it('is answered the same whether or not others sent its text', async () => {
    const message = `A remarkable opportunity that everybody should hear about, number ${randomUUID()}.`;
    for (const form of [{}, { fillTime: '10' }]) {
      const alone = await submit({ ...form, message: `${message} Not sent before.`, email: 'a@example.org' });
      for (const name of ['b', 'c', 'd', 'e']) await submit({ email: `${name}@example.org`, message });
      const last = await submit({ ...form, message, email: 'a@example.org' });
      expect(last.stored?.quarantinedFor).toMatch(/the same text from many senders/);
      expect(last.challenge === undefined).toBe(alone.challenge === undefined);
    }
  });

  it('stays one submission when it is sent again after a longer time', async () => {
    const key = randomUUID();
    const first = await submit({ key, fillTime: '900' });
    const again = await submit({ key, fillTime: '9000' });
    expect(again.reference).toBe(first.reference);
    expect(again.challenge).toBeDefined();
  });
});

describe('an ordinary message', () => {
  it.each([
    ['with no fill time, as without JavaScript', {}],
    ['after a while', { fillTime: '2400' }],
    ['with the hidden field empty', { homepage: '' }],
    ['in another script', { message: 'Добрый день, можем ли мы поговорить на следующей неделе?' }],
  ])('%s is sent on at once', async (_what, form) => {
    const { stored, challenge } = await submit(form);
    expect([stored?.quarantinedFor, challenge]).toEqual([null, undefined]);
    expect(await countSentMails()).toBe(2);
  });
});

describe('a proof of work', () => {
  it('lifts a weak suspicion and releases the mails, once', async () => {
    const { reference, challenge } = await submit({ fillTime: '10' });
    const proof = await solve(challenge);
    expect(await post('/api/form/prove', proof)).toMatchObject({ status: 200, body: { error: null } });
    const listHeld = async () => (await api.ctx.db.select().from(outbox)).map((mail) => mail.held);
    expect(await listHeld()).toEqual([false, false]);
    // An operator quarantines the message again: the proof must not work twice.
    await api.ctx.db
      .update(submissions)
      .set({ quarantinedFor: 'a person' })
      .where(eq(submissions.reference, reference));
    await api.ctx.db.update(outbox).set({ held: true });
    expect((await post('/api/form/prove', proof)).status).toBe(200);
    expect(await listHeld()).toEqual([true, true]);
  });

  it('releases no message that an operator quarantined: a used key gets no new challenge, an old challenge has no effect', async () => {
    const key = randomUUID();
    const { reference, challenge } = await submit({ key, fillTime: '10' });
    const proof = await solve(challenge);
    await changeMessagesAs(api.ctx, { references: [reference], change: { kind: 'SPAM', reason: 'by hand' } }, null);
    const again = await submit({ key, fillTime: '9000' });
    expect([again.reference, again.challenge]).toEqual([reference, undefined]);
    expect((await post('/api/form/prove', proof)).status).toBe(200);
    const [stored] = await api.ctx.db.select().from(submissions);
    expect(stored?.quarantinedFor).toBe('by hand');
    expect((await api.ctx.db.select().from(outbox)).map(({ held }) => held)).toEqual([true, true]);
    expect(await countSentMails()).toBe(0);
  });

  it('releases no message that an operator released and quarantined again', async () => {
    const key = randomUUID();
    const { reference, challenge } = await submit({ key, fillTime: '10' });
    await changeMessagesAs(api.ctx, { references: [reference], change: { kind: 'NOT_SPAM' } }, null);
    await changeMessagesAs(api.ctx, { references: [reference], change: { kind: 'SPAM', reason: 'after all' } }, null);
    expect((await post('/api/form/prove', await solve(challenge))).status).toBe(200);
    const [stored] = await api.ctx.db.select().from(submissions);
    expect(stored?.quarantinedFor).toBe('after all');
  });

  it('is refused for another message, too late, unsigned, or unsolved', async () => {
    const one = await submit({ fillTime: '10' });
    const proof = await solve(one.challenge);
    const { parameters } = proof.challenge;
    const other = await submit({ fillTime: '10', message: 'Another' });
    for (const wrong of [
      { ...parameters, data: { reference: other.reference } },
      { ...parameters, expiresAt: parameters.expiresAt + 9_999 },
      { ...parameters, expiresAt: 1 },
      { ...parameters, keyPrefix: '0' },
    ])
      expect(
        (await post('/api/form/prove', { ...proof, challenge: { ...proof.challenge, parameters: wrong } })).status,
      ).toBe(422);
    expect(
      (await post('/api/form/prove', { ...proof, solution: { counter: 0, derivedKey: '0'.repeat(64) } })).status,
    ).toBe(422);
    const kept = await api.ctx.db.select().from(submissions);
    expect(kept.every(({ quarantinedFor }) => quarantinedFor !== null)).toBe(true);
  });
});

function send(remoteAddress: string, fields: { key?: string; proof?: string } = {}) {
  const key = fields.key ?? randomUUID();
  const payload = { name: 'Ada', email: 'ada@example.org', message: `Number ${key}`, key, ...fields };
  return api.get('/api/contact/submit', { method: 'POST', headers: fromPage, payload, remoteAddress });
}

/** Returns a proof of work for a form, as the browser sends it. */
async function prove(challenge: Challenge): Promise<string> {
  return JSON.stringify(await solveChallenge(challenge));
}

describe('all networks of one customer', () => {
  it('store no more forms together than their limit, and with a proof of work a second limit', async () => {
    const group = getUniqueIpAddress().split(':')[2];
    let networks = 0;
    const getNextAddress = () => {
      networks += 1;
      return `2001:db8:${group}:${networks.toString(16)}::1`;
    };
    const { storedByCustomerNetwork, provenByCustomerNetwork } = rateLimits;
    for (let sent = 0; sent < storedByCustomerNetwork.points; sent++)
      expect((await send(getNextAddress())).status).toBe(200);

    const key = randomUUID();
    const refused = await send(getNextAddress(), { key });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(storedByCustomerNetwork.seconds - 60);
    expect((await send(getUniqueIpAddress())).status).toBe(200);
    const proof = await prove(refused.body.error.challenge);
    expect((await send(getNextAddress(), { key, proof })).status).toBe(200);

    const another = await send(getNextAddress());
    const isProven = sql`${rateLimitCounts.key} like 'provenByCustomerNetwork:%'`;
    await api.ctx.db.update(rateLimitCounts).set({ points: provenByCustomerNetwork.points }).where(isProven);
    const proven = { key: randomUUID(), proof: '' };
    proven.proof = await prove(await createBoundChallenge(api.ctx, { key: proven.key }));
    const last = await send(getNextAddress(), proven);
    expect([another.status, last.status, last.body.error.challenge]).toEqual([429, 429, undefined]);
  });
});

/** Stores forms of other senders until there are so many of the last ten minutes. */
async function fillUp(total: number): Promise<void> {
  const stored = await api.ctx.db.$count(submissions);
  await api.ctx.db.execute(sql`
    insert into submissions (reference, kind, idempotency_key, body_sha256, name, email, message)
    select 'F-' || number, 'CONTACT', gen_random_uuid(), '', 'Sender', 'sender@example.org', 'Hello'
    from generate_series(${stored + 1}::int, ${total}::int) as number`);
}

async function readStored(reference: string) {
  const [stored] = await api.ctx.db.select().from(submissions).where(eq(submissions.reference, reference));
  const mails = await api.ctx.db
    .select({ held: outbox.held })
    .from(outbox)
    .where(eq(outbox.submissionId, stored?.id ?? 0));
  return { quarantinedFor: stored?.quarantinedFor ?? null, held: mails.map(({ held }) => held) };
}

describe('the forms of the whole site', () => {
  it('above the total are stored, and their mails wait for a proof of work or for an operator', async () => {
    await fillUp(totalLimits.mailed - 1);
    const last = await send(getUniqueIpAddress());
    expect(await readStored(last.body.reference)).toEqual({ quarantinedFor: null, held: [false, false] });

    const above = await send(getUniqueIpAddress());
    expect(above.status).toBe(200);
    const quarantinedFor = expect.stringContaining('too many forms');
    expect(await readStored(above.body.reference)).toEqual({ quarantinedFor, held: [true, true] });
    const payload = JSON.parse(await prove(above.body.challenge));
    await api.get('/api/form/prove', { method: 'POST', headers: fromPage, payload });
    expect(await readStored(above.body.reference)).toEqual({ quarantinedFor: null, held: [false, false] });

    // A form with a proof needs no second one.
    const key = randomUUID();
    const proof = await prove(await createBoundChallenge(api.ctx, { key }));
    const proven = await send(getUniqueIpAddress(), { key, proof });
    expect(await readStored(proven.body.reference)).toEqual({ quarantinedFor: null, held: [false, false] });

    await api.ctx.db.update(submissions).set({ createdAt: sql`now() - interval '11 minutes'` });
    const later = await send(getUniqueIpAddress());
    expect(await readStored(later.body.reference)).toEqual({ quarantinedFor: null, held: [false, false] });
  });

  it('need a proof of work far above the total, and are refused at ten times the total', async () => {
    await fillUp(totalLimits.unproven);
    const key = randomUUID();
    const refused = await send(getUniqueIpAddress(), { key });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    const proof = await prove(refused.body.error.challenge);
    expect((await send(getUniqueIpAddress(), { key, proof })).status).toBe(200);

    await fillUp(totalLimits.stored);
    const full = await send(getUniqueIpAddress());
    expect([full.status, full.headers['retry-after'], full.body.error.challenge]).toEqual([429, '60', undefined]);
    // The answer to a form that was stored before stays the same.
    expect((await send(getUniqueIpAddress(), { key, proof })).status).toBe(200);
  });

  it('do not wait for each other while they are counted', async () => {
    const key = randomUUID();
    const sender = { name: 'Ada', email: 'ada@example.org', message: 'Two links, one duct.' };
    const caller = { address: getUniqueIpAddress(), userAgent: '', refusesTracking: false, actor: null };
    await api.ctx.db.transaction(async (db) => {
      const submission = { kind: 'CONTACT' as const, idempotencyKey: key, ...sender };
      await storeSubmission({ ...api.ctx, db }, { sent: { key }, caller }, submission, async () => []);
      expect((await send(getUniqueIpAddress())).status).toBe(200);
    });
  });
});
