import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeMail, makeSubmission } from '../../../testing/message-makers.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { makeUser, type TestUser } from '../../../testing/studio.ts';
import { messageActs } from '../../db/message-tables.ts';
import { outbox } from '../../db/tables.ts';
import { storeMailboxState } from '../replies/mailbox-state.ts';

const api = await setUpApi(removeMessages);
const { ctx } = api;
let operator: TestUser;
beforeEach(async () => {
  operator ??= await makeUser(ctx, 'OPERATOR');
});
const list = (input: object = {}) => operator.client.call('mails', input);
const past = new Date(Date.now() - 60_000);

async function makeAll() {
  const message = await makeSubmission(ctx, { quarantinedFor: 'links' });
  const make = (subject: string, mail: Partial<typeof outbox.$inferInsert>) => makeMail(ctx, { subject, ...mail });
  return {
    reference: message.reference,
    waiting: await make('waiting', {}),
    postponed: await make('postponed', { postponed: true, dueAt: new Date(Date.now() + 60_000) }),
    retrying: await make('retrying', { attempts: 3, lastError: '451 later' }),
    held: await make('held', { held: true, submissionId: message.id }),
    restored: await make('restored', { held: true }),
    dead: await make('dead', { deadAt: past, lastError: '550 no such user', attempts: 1 }),
    dead2: await make('dead too', { deadAt: past, lastError: '550 no such user', attempts: 1 }),
    uncertain: await make('uncertain', {
      submissionId: message.id,
      deadAt: past,
      handedOverAt: past,
      fromName: 'Grace of WSE',
    }),
    sent: await make('sent', { sentAt: past }),
    undelivered: await make('undelivered', { sentAt: past, undeliveredAt: new Date(), undeliveredReason: '552 full' }),
  };
}

describe('the outbox of the Studio', () => {
  it('has each mail in one filter, with its state, its reason and what can be done', async () => {
    const { reference } = await makeAll();
    const all = await list();
    expect(all).toMatchObject({ total: 10, restored: 1, isSent: true, mailbox: null });
    expect(all.counts).toEqual({ WAITING: 3, HELD: 2, GIVEN_UP: 3, UNDELIVERED: 1, SENT: 1 });
    expect(all.reasons).toEqual([{ reason: '550 no such user', count: 2 }]);
    expect(all.items.map(({ subject, state, canRetry }) => `${subject}: ${state}${canRetry ? ', again' : ''}`)).toEqual(
      [
        'retrying: RETRYING, again',
        'undelivered: UNDELIVERED, again',
        'uncertain: UNCERTAIN, again',
        'dead too: GIVEN_UP, again',
        'dead: GIVEN_UP, again',
        'waiting: WAITING',
        'postponed: POSTPONED',
        'restored: HELD',
        'held: HELD',
        'sent: SENT, again',
      ],
    );
    expect(all.items.map(({ needsPerson }) => needsPerson).lastIndexOf(true)).toBe(4);
    expect(all.items[1]).toMatchObject({ reason: '552 full', at: past.toISOString() });
    expect(all.items.slice(7, 9)).toMatchObject([{ heldFor: 'RESTORE' }, { heldFor: 'QUARANTINE' }]);
    expect(all.items[2]).toMatchObject({ author: 'Grace of WSE', at: null });
    expect((await list({ state: 'GIVEN_UP' })).items).toHaveLength(3);
    expect((await list({ q: reference.toLowerCase() })).items.map(({ subject }) => subject)).toEqual([
      'uncertain',
      'held',
    ]);
    expect((await list({ q: 'UNDELI', size: 1 })).total).toBe(1);
    expect(await operator.client.call('outboxCounts', {})).toEqual({
      ...{ refused: 1, givenUp: 3, undelivered: 1, unmatched: 0 },
    });
  });

  it('says how the reading of answers goes', async () => {
    const at = { address: 'replies@site.example', checkedAt: past.toISOString(), error: 'Wrong password' };
    await storeMailboxState(ctx, at);
    expect((await list()).mailbox).toEqual(at);
    await storeMailboxState(ctx, null);
    expect((await list()).mailbox).toBeNull();
  });

  it('sends again: one mail, all with the same reason, and those that a restore holds', async () => {
    const mails = await makeAll();
    const again = (id: number) => operator.client.call('retryMail', { id });
    for (const { id } of [mails.undelivered, mails.uncertain, mails.retrying])
      expect(await again(id)).toEqual({ recipient: 'ada@example.org' });
    expect(await ctx.db.select().from(messageActs)).toMatchObject([{ kind: 'SETTLE', doneBy: operator.id }]);
    for (const { id } of [mails.sent, mails.held]) await expect(again(id)).rejects.toThrow(/was sent, is held/);
    expect((await list()).counts).toMatchObject({ UNDELIVERED: 0, GIVEN_UP: 2, SENT: 1 });
    expect(await operator.client.call('retryMails', { reason: '550 no such user' })).toEqual({ count: 2 });
    expect(await operator.client.call('releaseRestoredMails', {})).toEqual({ count: 1 });
    expect((await list()).counts).toEqual({ WAITING: 8, HELD: 1, GIVEN_UP: 0, UNDELIVERED: 0, SENT: 1 });
    expect(await operator.client.call('retryMail', { id: mails.sent.id, isSent: true })).toMatchObject({});
    expect((await list()).counts).toMatchObject({ WAITING: 9, SENT: 0 });
    const [mail] = await ctx.db.select().from(outbox).where(eq(outbox.id, mails.undelivered.id));
    expect(mail).toMatchObject({ undeliveredReason: null, attempts: 0 });
  });

  it('is for the roles that read and answer messages', async () => {
    const editor = await makeUser(ctx, 'EDITOR');
    await expect(editor.client.call('mails', {})).rejects.toThrow('Your role does not permit this.');
  });
});
