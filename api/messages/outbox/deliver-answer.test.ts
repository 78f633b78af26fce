import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { makeMail } from '../../../testing/message-makers.ts';
import { createTestSender, setUpOutbox } from '../../../testing/set-up.ts';
import { outbox } from '../../db/tables.ts';
import { deliverDueMails } from './deliver.ts';
import { getMailState } from './mail-state.ts';
import { retryMails } from './unsent-mails.ts';

const inbox = 'inbox@site.example';
const { database, mailServer } = await setUpOutbox();
const send = createTestSender(mailServer.url);
afterAll(() => send.close());

const answer = { fromName: 'Grace of WSE', messageId: '<answer-1@site.example>', recipient: 'ada@example.org' };
const deliver = () => deliverDueMails(database, send, { inbox }).catch(() => 0);
async function readState(id: number) {
  const [mail] = await database.db.select().from(outbox).where(eq(outbox.id, id));
  if (!mail) throw new Error('The mail is gone');
  return getMailState(mail);
}

describe('an answer', () => {
  it('comes from the company in the name of its writer, in the thread that it answers', async () => {
    const earlier = ['<outbox-1@site.example>', '<reply@example.org>'];
    const { id } = await makeMail(database, {
      ...answer,
      replyTo: 'hello@site.example',
      inReplyTo: '<reply@example.org>',
      referenceIds: earlier,
      subject: 'Re: We have your message (7K3M-92QD)',
    });
    await deliver();
    expect(await readState(id)).toBe('SENT');
    const head = mailServer.received[0]?.raw.split('\r\n\r\n')[0]?.replace(/\r\n\s+/g, ' ');
    expect(head).toContain('From: Grace of WSE <support@site.example>');
    expect(head).toContain('Reply-To: hello@site.example');
    expect(head).toContain('Message-ID: <answer-1@site.example>');
    expect(head).toContain('In-Reply-To: <reply@example.org>');
    expect(head).toContain(`References: ${earlier.join(' ')}`);
    expect(head).toContain('Subject: Re: We have your message (7K3M-92QD)');
  });

  it('is sent at once and alone, whatever the recipient was sent before, and counts for other mails', async () => {
    for (let sent = 0; sent < 3; sent += 1) await makeMail(database, { sentAt: new Date(Date.now() - sent * 60_000) });
    const receipt = await makeMail(database);
    const { id } = await makeMail(database, answer);
    await deliver();
    await deliver();
    expect(await readState(id)).toBe('SENT');
    expect(mailServer.received.map(({ raw }) => raw.includes('Grace of WSE'))).toEqual([true]);
    expect(await readState(receipt.id)).toBe('POSTPONED');
  });

  it('is not sent again by itself if the mail server breaks off after the whole text', async () => {
    const { id } = await makeMail(database, { ...answer, body: 'break off here\n' });
    mailServer.breakOffAt = 'break off here';
    await deliver();
    await deliver();
    mailServer.breakOffAt = null;
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    await deliver();
    expect(await readState(id)).toBe('UNCERTAIN');
    expect(mailServer.received).toEqual([]);
    expect(await retryMails(database, 'all-dead')).toBe(0);
    expect(await retryMails(database, id)).toBe(1);
    await deliver();
    expect(await readState(id)).toBe('SENT');
    expect(mailServer.received).toHaveLength(1);
  });

  it('is tried again after a refusal, and given up after a permanent one', async () => {
    const { id } = await makeMail(database, answer);
    mailServer.refuseWith = { code: 451, message: 'not now' };
    await deliver();
    expect(await readState(id)).toBe('RETRYING');
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    mailServer.refuseWith = { code: 550, message: 'nobody here' };
    await deliver();
    expect(await readState(id)).toBe('GIVEN_UP');
    expect(await retryMails(database, 'all-dead')).toBe(1);
    mailServer.refuseWith = null;
    await deliver();
    expect(await readState(id)).toBe('SENT');
  });

  it('is tried again after an outage, also of a server that crashed before it handed the answer over', async () => {
    const { id } = await makeMail(database, answer);
    await mailServer.goDown();
    await deliver();
    await mailServer.comeBack();
    expect(await readState(id)).toBe('RETRYING');
    // As after a crash: claimed until later.
    await database.db.update(outbox).set({ dueAt: sql`now() + interval '1 minute'` });
    await deliver();
    expect(mailServer.received).toHaveLength(0);
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    await deliver();
    expect(await readState(id)).toBe('SENT');
  });

  it('is uncertain after a crash of the server between handing over and the acknowledgement', async () => {
    const { id } = await makeMail(database, { ...answer, handedOverAt: new Date(), dueAt: new Date(0) });
    await deliver();
    expect(await readState(id)).toBe('UNCERTAIN');
    expect(mailServer.received).toHaveLength(0);
  });

  it('is sent once by two servers that look for due mails at the same moment', async () => {
    for (let each = 0; each < 20; each += 1)
      await makeMail(database, { ...answer, messageId: `<answer-${each}@site.example>` });
    await Promise.all([deliver(), deliver()]);
    expect(mailServer.received).toHaveLength(20);
    expect(new Set(mailServer.received.map(({ raw }) => /^Message-ID: (\S+)/m.exec(raw)?.[1])).size).toBe(20);
  });
});

it('a mail of the site keeps the Message-ID with which it was sent', async () => {
  const { id } = await makeMail(database);
  await deliver();
  const [mail] = await database.db.select().from(outbox).where(eq(outbox.id, id));
  expect(mail?.messageId).toBe(`<outbox-${id}@site.example>`);
});
