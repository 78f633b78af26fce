import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Challenge, Proof } from '../../../contract/forms/submission-shapes.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { changeMessagesAs } from '../inbox/change-messages.ts';
import { deliverDueMails } from '../outbox/deliver.ts';

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
  const solution = await solveChallenge({ challenge, deriveKey });
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
