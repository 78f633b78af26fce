import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpSender } from '../../server/mail.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type MailServer, startMailServer } from '../../testing/mail-server.ts';
import { outbox } from '../db/tables.ts';
import { deliverDue, type SendMail } from './deliver.ts';

let database: TestDatabase;
let mailServer: MailServer;
let send: SendMail;
beforeAll(async () => {
  [database, mailServer] = await Promise.all([openTestDatabase(), startMailServer()]);
  send = smtpSender({
    SMTP_URL: mailServer.url,
    SUPPORT_EMAIL: 'support@site.example',
    MAIL_FROM: undefined,
    SITE_NAME: 'WSE',
  });
});
afterAll(async () => {
  await mailServer.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.delete(outbox);
  mailServer.received.length = 0;
  mailServer.refuseWith = null;
});

async function queue(mail: Partial<typeof outbox.$inferInsert> = {}): Promise<void> {
  await database.db.insert(outbox).values({ recipient: 'a@example.org', subject: 'Hello', body: 'Text\n', ...mail });
}

async function read(): Promise<typeof outbox.$inferSelect> {
  const [mail] = await database.db.select().from(outbox);
  if (!mail) throw new Error('the mail is gone');
  return mail;
}

describe('the outbox', () => {
  it('hands what is due to the mail server, once', async () => {
    await queue();
    await queue({ dueAt: new Date(Date.now() + 60_000), recipient: 'later@example.org' });
    expect(await deliverDue(database, send)).toBe(1);
    expect(await deliverDue(database, send)).toBe(0);
    expect(mailServer.received.map(({ to }) => to)).toEqual([['a@example.org']]);
  });

  it('sends each mail once where eight workers share it', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => queue({ recipient: `n${index}@example.org` })));
    const work = async () => {
      while ((await deliverDue(database, send)) > 0);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(mailServer.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `n${index}@example.org`).sort(),
    );
  });

  it('keeps a mail that is refused for now, and waits longer each time', async () => {
    await queue();
    mailServer.refuseWith = { code: 451, message: 'greylisted' };
    await deliverDue(database, send);
    const first = await read();
    expect(first).toMatchObject({
      attempts: 1,
      sentAt: null,
      deadAt: null,
      lastError: expect.stringContaining('greylisted'),
    });
    expect(first.dueAt.getTime() - Date.now()).toBeGreaterThan(25_000);
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    await deliverDue(database, send);
    expect((await read()).dueAt.getTime() - Date.now()).toBeGreaterThan(55_000);
    mailServer.refuseWith = null;
    await database.db.update(outbox).set({ dueAt: new Date(0) });
    await deliverDue(database, send);
    expect(await read()).toMatchObject({ attempts: 3, lastError: null, sentAt: expect.any(Date) });
  });

  it('keeps a mail that is refused for good as dead', async () => {
    await queue();
    mailServer.refuseWith = { code: 550, message: 'no such user' };
    await deliverDue(database, send);
    expect(await read()).toMatchObject({ deadAt: expect.any(Date), sentAt: null });
    expect(await deliverDue(database, send)).toBe(0);
  });

  it('keeps everything where no mail server answers', async () => {
    await queue();
    const nowhere = smtpSender({
      SMTP_URL: 'smtp://127.0.0.1:1',
      SUPPORT_EMAIL: 'support@site.example',
      MAIL_FROM: undefined,
      SITE_NAME: 'WSE',
    });
    await deliverDue(database, nowhere);
    expect(await read()).toMatchObject({ attempts: 1, sentAt: null, deadAt: null });
  });

  it('cannot be made to add a header or a recipient', async () => {
    await queue({
      subject: 'Hello\r\nBcc: everyone@example.org',
      replyTo: 'a@example.org\r\nX-Evil: 1',
      body: 'Bcc: everyone@example.org\n',
    });
    await deliverDue(database, send);
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual(['a@example.org']);
    const [head = ''] = mail?.raw.split('\r\n\r\n', 1) ?? [];
    expect(head).not.toMatch(/^(?:bcc|x-evil):/im);
  });
});
