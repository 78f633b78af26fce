import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { makeMail } from '../../../testing/message-makers.ts';
import { createTestSender, setUpOutbox } from '../../../testing/set-up.ts';
import { outbox } from '../../db/tables.ts';
import { deliverDueMails } from './deliver.ts';
import { retryMails } from './unsent-mails.ts';

const inbox = 'inbox@site.example';
const { database, mailServer } = await setUpOutbox();
const send = createTestSender(mailServer.url);
afterAll(() => send.close());

const recipient = 'victim@example.net';
const deliver = () => deliverDueMails(database, send, { inbox });

async function queue(count: number, mail: Partial<typeof outbox.$inferInsert> = {}, first = 1): Promise<void> {
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
    await queue(6);
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
      await queue(2, {}, minute / 15 + 1);
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
    await queue(30);
    await Promise.all(Array.from({ length: 8 }, deliverAll));
    await deliverAll();
    expect(listReceived()).toHaveLength(3);
    expect(await loadUnsent()).toHaveLength(27);
  });

  it('are counted without regard to case and plus suffix, but mails to different addresses are never merged', async () => {
    const spellings = ['victim+1@example.net', 'Victim+2@Example.NET', 'VICTIM@example.net', 'victim+a+b@example.net'];
    for (const [index, spelling] of spellings.entries()) await queue(2, { recipient: spelling }, index * 2 + 1);
    await queue(1, { recipient: 'vic@example.net' }, 100);
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
    for (const spelling of [...spellings, 'v.ictim@example.net']) await queue(2, { recipient: spelling });
    await deliverAll();
    const recipients = mailServer.received.flatMap(({ to }) => to);
    expect(recipients.filter((to) => /mail\.com$/.test(to))).toHaveLength(3);
    expect(recipients.filter((to) => to === 'v.ictim@example.net')).toHaveLength(2);
  });

  it("are not limited for the company's own inbox", async () => {
    await queue(20, { recipient: 'Inbox@site.example' });
    await deliverAll();
    expect(listReceived()).toHaveLength(20);
  });

  it('keep their calendar files when they are merged', async () => {
    await queue(3);
    await deliverAll();
    const createCalendarFile = (method: string) => `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR`;
    await queue(1, { calendar: createCalendarFile('REQUEST'), calendarMethod: 'REQUEST' }, 4);
    await queue(1, { calendar: createCalendarFile('CANCEL'), calendarMethod: 'CANCEL' }, 5);
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
    await queue(5);
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
