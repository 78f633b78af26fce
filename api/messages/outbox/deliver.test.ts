import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestSender, setUpOutbox } from '../../../testing/set-up.ts';
import { outbox } from '../../db/tables.ts';
import { deliverDueMails } from './deliver.ts';
import { MailServerUnreachableError } from './delivery.ts';

const inbox = 'inbox@site.example';
const { database, mailServer } = await setUpOutbox();
const send = createTestSender(mailServer.url);
afterAll(() => send.close());

async function queue(mail: Partial<typeof outbox.$inferInsert> = {}): Promise<void> {
  await database.db.insert(outbox).values({ recipient: 'a@example.org', subject: 'Hello', body: 'Text\n', ...mail });
}

async function read(): Promise<typeof outbox.$inferSelect> {
  const [mail] = await database.db.select().from(outbox);
  if (!mail) throw new Error('the mail is gone');
  return mail;
}

/** Returns the least and the most seconds that the pause after another temporary failure can have. */
async function measurePause(attempts: number): Promise<{ least: number; most: number }> {
  await database.db.update(outbox).set({ attempts, dueAt: new Date(0) });
  const before = Date.now();
  await deliverDueMails(database, send, { inbox });
  const after = Date.now();
  const due = (await read()).dueAt.getTime();
  return { least: (due - after) / 1000, most: (due - before) / 1000 };
}

describe('the outbox', () => {
  it('sends a due mail to the mail server, once', async () => {
    await queue();
    await queue({ dueAt: new Date(Date.now() + 60_000), recipient: 'later@example.org' });
    expect(await deliverDueMails(database, send, { inbox })).toBe(1);
    expect(await deliverDueMails(database, send, { inbox })).toBe(0);
    expect(mailServer.received.map(({ to }) => to)).toEqual([['a@example.org']]);
  });

  it('sends each mail once with eight concurrent workers', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => queue({ recipient: `n${index}@example.org` })));
    const work = async () => {
      while ((await deliverDueMails(database, send, { inbox })) > 0);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(mailServer.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `n${index}@example.org`).sort(),
    );
  });

  it('keeps a mail after a temporary failure, with growing delays', async () => {
    await queue();
    mailServer.refuseWith = { code: 451, message: 'greylisted' };
    await deliverDueMails(database, send, { inbox });
    const first = await read();
    expect(first).toMatchObject({
      attempts: 1,
      sentAt: null,
      deadAt: null,
      lastError: expect.stringContaining('greylisted'),
    });
    for (const [attempts, seconds] of [
      [0, 1],
      [1, 2],
      [5, 32],
      [20, 21_600],
    ] as const) {
      const { least, most } = await measurePause(attempts);
      expect(most).toBeGreaterThan(seconds * 0.79);
      expect(least).toBeLessThan(seconds * 1.21);
    }
    mailServer.refuseWith = null;
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    await deliverDueMails(database, send, { inbox });
    expect(await read()).toMatchObject({ attempts: 22, lastError: null, sentAt: expect.any(Date) });
  });

  it('marks a mail as dead after a permanent failure', async () => {
    await queue();
    mailServer.refuseWith = { code: 550, message: 'no such user' };
    await deliverDueMails(database, send, { inbox });
    expect(await read()).toMatchObject({ deadAt: expect.any(Date), sentAt: null });
    expect(await deliverDueMails(database, send, { inbox })).toBe(0);
  });

  it('marks a mail as dead after 25 attempts', async () => {
    await queue({ attempts: 24 });
    mailServer.refuseWith = { code: 451, message: 'not now' };
    await deliverDueMails(database, send, { inbox });
    expect(await read()).toMatchObject({ attempts: 25, deadAt: expect.any(Date), sentAt: null });
  });

  it.each([
    ['no mail server answers', async () => createTestSender('smtp://127.0.0.1:1')],
    ['the mail server does not let us in', async () => createTestSender(mailServer.url.replace('//', '//user:wrong@'))],
  ])('counts no attempt and stops at once if %s', async (_what, make) => {
    const nowhere = await make();
    await Promise.all(Array.from({ length: 20 }, () => queue()));
    await expect(deliverDueMails(database, nowhere, { inbox })).rejects.toThrow(MailServerUnreachableError);
    nowhere.close();
    const mails = await database.db.select().from(outbox);
    expect(mails.filter(({ attempts, sentAt, deadAt }) => attempts === 0 && !sentAt && !deadAt)).toHaveLength(20);
    // Once for each worker, not for each mail.
    const asked = mails.filter(({ lastError }) => lastError?.startsWith('The mail server cannot be reached: ')).length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(4);
  });

  it('counts an attempt if the server ends the connection because of the mail, and sends the others', async () => {
    await queue({ subject: 'Poison', dueAt: new Date(0) });
    await queue({ recipient: 'b@example.org' });
    mailServer.breakOffAt = 'Poison';
    expect(await deliverDueMails(database, send, { inbox })).toBe(2);
    mailServer.breakOffAt = null;
    expect(mailServer.received.map(({ to }) => to[0])).toEqual(['b@example.org']);
    const [poison] = await database.db.select().from(outbox).where(eq(outbox.subject, 'Poison'));
    expect(poison).toMatchObject({ attempts: 1, sentAt: null, deadAt: null });
  });

  it('sends many mails once each', async () => {
    await database.db
      .insert(outbox)
      .values(
        Array.from({ length: 150 }, (_, index) => ({ recipient: `n${index}@example.org`, subject: 's', body: 'b' })),
      );
    while ((await deliverDueMails(database, send, { inbox })) > 0);
    expect(new Set(mailServer.received.map(({ to }) => to[0])).size).toBe(150);
    expect(mailServer.received).toHaveLength(150);
  });
});
