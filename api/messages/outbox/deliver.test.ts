import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { makeMail } from '../../../testing/message-makers.ts';
import { createTestSender, setUpOutbox } from '../../../testing/set-up.ts';
import { outbox } from '../../db/tables.ts';
import { deliverDueMails } from './deliver.ts';
import { MailServerUnreachableError } from './delivery.ts';
import { getMailState } from './mail-state.ts';
import { retryMails } from './unsent-mails.ts';

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

const answer = { fromName: 'Grace of WSE', messageId: '<answer-1@site.example>', recipient: 'ada@example.org' };
const tryToDeliver = () => deliverDueMails(database, send, { inbox }).catch(() => 0);
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
    await tryToDeliver();
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
    await tryToDeliver();
    await tryToDeliver();
    expect(await readState(id)).toBe('SENT');
    expect(mailServer.received.map(({ raw }) => raw.includes('Grace of WSE'))).toEqual([true]);
    expect(await readState(receipt.id)).toBe('POSTPONED');
  });

  it('is not sent again by itself if the mail server breaks off after the whole text', async () => {
    const { id } = await makeMail(database, { ...answer, body: 'break off here\n' });
    mailServer.breakOffAt = 'break off here';
    await tryToDeliver();
    await tryToDeliver();
    mailServer.breakOffAt = null;
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    await tryToDeliver();
    expect(await readState(id)).toBe('UNCERTAIN');
    expect(mailServer.received).toEqual([]);
    expect(await retryMails(database, 'all-dead')).toBe(0);
    expect(await retryMails(database, id)).toBe(1);
    await tryToDeliver();
    expect(await readState(id)).toBe('SENT');
    expect(mailServer.received).toHaveLength(1);
  });

  it('is tried again after a refusal, and given up after a permanent one', async () => {
    const { id } = await makeMail(database, answer);
    mailServer.refuseWith = { code: 451, message: 'not now' };
    await tryToDeliver();
    expect(await readState(id)).toBe('RETRYING');
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    mailServer.refuseWith = { code: 550, message: 'nobody here' };
    await tryToDeliver();
    expect(await readState(id)).toBe('GIVEN_UP');
    expect(await retryMails(database, 'all-dead')).toBe(1);
    mailServer.refuseWith = null;
    await tryToDeliver();
    expect(await readState(id)).toBe('SENT');
  });

  it('is tried again after an outage, also of a server that crashed before it handed the answer over', async () => {
    const { id } = await makeMail(database, answer);
    await mailServer.goDown();
    await tryToDeliver();
    await mailServer.comeBack();
    expect(await readState(id)).toBe('RETRYING');
    // As after a crash: claimed until later.
    await database.db.update(outbox).set({ dueAt: sql`now() + interval '1 minute'` });
    await tryToDeliver();
    expect(mailServer.received).toHaveLength(0);
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    await tryToDeliver();
    expect(await readState(id)).toBe('SENT');
  });

  it('is uncertain after a crash of the server between handing over and the acknowledgement', async () => {
    const { id } = await makeMail(database, { ...answer, handedOverAt: new Date(), dueAt: new Date(0) });
    await tryToDeliver();
    expect(await readState(id)).toBe('UNCERTAIN');
    expect(mailServer.received).toHaveLength(0);
  });

  it('is sent once by two servers that look for due mails at the same moment', async () => {
    for (let each = 0; each < 20; each += 1)
      await makeMail(database, { ...answer, messageId: `<answer-${each}@site.example>` });
    await Promise.all([tryToDeliver(), tryToDeliver()]);
    expect(mailServer.received).toHaveLength(20);
    expect(new Set(mailServer.received.map(({ raw }) => /^Message-ID: (\S+)/m.exec(raw)?.[1])).size).toBe(20);
  });
});

it('a mail of the site keeps the Message-ID with which it was sent', async () => {
  const { id } = await makeMail(database);
  await tryToDeliver();
  const [mail] = await database.db.select().from(outbox).where(eq(outbox.id, id));
  expect(mail?.messageId).toBe(`<outbox-${id}@site.example>`);
});

const recipient = 'victim@example.net';
const deliver = () => deliverDueMails(database, send, { inbox });

async function queueNumbered(count: number, mail: Partial<typeof outbox.$inferInsert> = {}, first = 1): Promise<void> {
  for (let number = first; number < first + count; number += 1)
    await makeMail(database, {
      recipient,
      subject: `Mail <${number}>`,
      body: `Body <${number}>\n`,
      dueAt: new Date(0),
      ...mail,
    });
}

/** Delivers until nothing is due. Postponed mails need a second delivery. */
async function deliverAll(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await deliver();
    const { rowCount } = await database.db.execute(sql`update outbox set due_at = now()
      where sent_at is null and not postponed and not held and due_at < now() + interval '2 seconds'`);
    if (rowCount === 0) return;
  }
}

async function passTime(minutes: number): Promise<void> {
  await database.db.execute(sql`update outbox set due_at = due_at - make_interval(mins => ${minutes}::int),
    sent_at = sent_at - make_interval(mins => ${minutes}::int)`);
}

/** Returns the numbers of the queued mails in each received mail. */
const listReceived = () =>
  mailServer.received.map(({ raw }) =>
    [...raw.replace(/=\r\n/g, '').matchAll(/Body <(\d+)>/g)].map(([, number]) => Number(number)),
  );

const loadUnsent = async () => (await database.db.select().from(outbox)).filter(({ sentAt }) => sentAt === null);

describe('the mails to one recipient', () => {
  it('are at most three an hour; further ones wait, are merged into one, and none is lost', async () => {
    await queueNumbered(6);
    await deliverAll();
    expect(listReceived()).toHaveLength(3);
    expect(listReceived().flat()).toHaveLength(3);
    for (const { postponed, deadAt, dueAt } of await loadUnsent()) {
      expect([postponed, deadAt]).toEqual([true, null]);
      expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    }
    await passTime(59);
    await deliverAll();
    expect(listReceived()).toHaveLength(3);
    await passTime(2);
    await deliverAll();
    expect(listReceived()).toHaveLength(4);
    expect(listReceived().at(-1)).toHaveLength(3);
    expect(listReceived().flat().sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await loadUnsent()).toEqual([]);
    expect(mailServer.received.at(-1)?.raw).toMatch(/^Subject: 3 messages in one e-mail\r$/m);
  });

  it('are at most ten a day, over two days with one mail each quarter of an hour', async () => {
    const sentAt: number[] = [];
    for (let minute = 0; minute < 2 * 24 * 60; minute += 30) {
      await queueNumbered(2, {}, minute / 15 + 1);
      await deliverAll();
      while (sentAt.length < listReceived().length) sentAt.push(minute);
      await passTime(30);
    }
    for (const moment of sentAt) {
      expect(sentAt.filter((other) => other > moment - 60 && other <= moment).length).toBeLessThanOrEqual(3);
      expect(sentAt.filter((other) => other > moment - 24 * 60 && other <= moment).length).toBeLessThanOrEqual(10);
    }
    // Ten on the first day, and ten on the second.
    expect(sentAt.length).toBeGreaterThanOrEqual(19);
    await passTime(24 * 60);
    await deliverAll();
    await passTime(24 * 60);
    await deliverAll();
    const numbers = listReceived().flat();
    expect(new Set(numbers).size).toBe(192);
    expect(numbers).toHaveLength(192);
  }, 120_000);

  it('are at most three with eight concurrent workers', async () => {
    await queueNumbered(30);
    await Promise.all(Array.from({ length: 8 }, deliverAll));
    await deliverAll();
    expect(listReceived()).toHaveLength(3);
    expect(await loadUnsent()).toHaveLength(27);
  });

  it('are counted without regard to case and plus suffix, but mails to different addresses are never merged', async () => {
    const spellings = ['victim+1@example.net', 'Victim+2@Example.NET', 'VICTIM@example.net', 'victim+a+b@example.net'];
    for (const [index, spelling] of spellings.entries()) await queueNumbered(2, { recipient: spelling }, index * 2 + 1);
    await queueNumbered(1, { recipient: 'vic@example.net' }, 100);
    await deliverAll();
    expect(listReceived().filter(([number = 0]) => number < 100)).toHaveLength(3);
    expect(listReceived().filter(([number]) => number === 100)).toHaveLength(1);
    for (let hour = 0; hour < 8; hour += 1) {
      await passTime(61);
      await deliverAll();
    }
    expect(await loadUnsent()).toEqual([]);
    for (const { to, raw } of mailServer.received) {
      expect(to).toHaveLength(1);
      const numbers = [...raw.replace(/=\r\n/g, '').matchAll(/Body <(\d+)>/g)].map(([, number]) => Number(number));
      for (const number of numbers)
        expect(number === 100 ? 'vic@example.net' : spellings[Math.floor((number - 1) / 2)]?.toLowerCase()).toBe(
          to[0]?.toLowerCase(),
        );
    }
  });

  it('are counted together for all spellings of a Gmail address', async () => {
    const spellings = ['victim@gmail.com', 'v.ic.tim@gmail.com', 'Vi.ctim+x@googlemail.com'];
    for (const spelling of [...spellings, 'v.ictim@example.net']) await queueNumbered(2, { recipient: spelling });
    await deliverAll();
    const recipients = mailServer.received.flatMap(({ to }) => to);
    expect(recipients.filter((to) => /mail\.com$/.test(to))).toHaveLength(3);
    expect(recipients.filter((to) => to === 'v.ictim@example.net')).toHaveLength(2);
  });

  it("are not limited for the company's own inbox", async () => {
    await queueNumbered(20, { recipient: 'Inbox@site.example' });
    await deliverAll();
    expect(listReceived()).toHaveLength(20);
  });

  it('keep their calendar files when they are merged', async () => {
    await queueNumbered(3);
    await deliverAll();
    const createCalendarFile = (method: string) => `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR`;
    await queueNumbered(1, { calendar: createCalendarFile('REQUEST'), calendarMethod: 'REQUEST' }, 4);
    await queueNumbered(1, { calendar: createCalendarFile('CANCEL'), calendarMethod: 'CANCEL' }, 5);
    await deliverAll();
    await passTime(61);
    await deliverAll();
    expect(listReceived().at(-1)).toEqual([4, 5]);
    const raw = mailServer.received.at(-1)?.raw ?? '';
    for (const name of ['appointment-1.ics', 'appointment-2.ics']) expect(raw).toContain(`filename=${name}`);
    for (const method of ['REQUEST', 'CANCEL']) expect(raw).toContain(`method=${method}`);
  });

  it('are merged once, also after a temporary failure, which does not count', async () => {
    mailServer.refuseWith = { code: 451, message: 'greylisted' };
    await queueNumbered(5);
    await deliverAll();
    expect((await loadUnsent()).filter(({ postponed }) => postponed)).toEqual([]);
    mailServer.refuseWith = null;
    for (const { id } of await loadUnsent()) await retryMails(database, id);
    await deliverAll();
    expect(listReceived()).toHaveLength(3);
    await passTime(61);
    mailServer.refuseWith = { code: 451, message: 'greylisted' };
    await deliver();
    expect((await loadUnsent()).map(({ lastError }) => lastError?.includes('greylisted'))).toEqual([true, true]);
    mailServer.refuseWith = null;
    await passTime(1);
    await deliverAll();
    expect(listReceived()).toHaveLength(4);
    expect(listReceived().flat().sort()).toEqual([1, 2, 3, 4, 5]);
  });
});
