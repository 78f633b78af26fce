import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Challenge } from '../../../contract/forms/submission-shapes.ts';
import { rateLimits } from '../../../contract/http/rate-limits.ts';
import { solveChallenge } from '../../../site/forms/solve-challenge.ts';
import { getUniqueIpAddress } from '../../../testing/api.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { outbox, rateLimitCounts, submissions } from '../../db/tables.ts';
import { createBoundChallenge } from './challenge.ts';
import { totalLimits } from './count-stored.ts';
import { storeSubmission } from './store.ts';

const api = await setUpApi(removeMessages);

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
      await storeSubmission({ db }, { sent: { key }, caller }, submission, async () => []);
      expect((await send(getUniqueIpAddress())).status).toBe(200);
    });
  });
});
