import { afterAll, beforeEach, expect, it } from 'vitest';
import { mergeMails } from '../../api/messages/outbox/delivery.ts';
import { readMail } from '../../api/messages/replies/read-mail.ts';
import { decodeMail, startMailServer } from '../../testing/mail-server.ts';
import { makeMail } from '../../testing/message-makers.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { createSmtpSender, type MailSender } from './mail.ts';

const database = await setUpDatabase();
const server = await startMailServer();
afterAll(() => server.close());
beforeEach(() => void server.received.splice(0));

const site = { name: 'WSE', address: 'support@site.example', siteUrl: 'https://site.example' };
async function send(mail: Parameters<typeof makeMail>[1], sender: MailSender = site) {
  const smtp = createSmtpSender({ SMTP_URL: server.url }, () => sender);
  await smtp(mergeMails([await makeMail(database, mail)]));
  smtp.close();
  const [received] = server.received;
  if (!received) throw new Error('No mail arrived');
  return received;
}

it('says of a mail that no person wrote that no program may answer it, and of an answer nothing', async () => {
  const automatic = await send({});
  expect(automatic.raw).toContain('Auto-Submitted: auto-generated');
  expect((await readMail(Buffer.from(automatic.raw))).automaticReason).toMatch(/^A program sent it/);
  server.received.length = 0;
  const answer = await send({ fromName: 'Grace of WSE', messageId: '<a1@site.example>' });
  expect(answer.raw).not.toMatch(/Auto-Submitted|X-Auto-Response-Suppress/);
  expect((await readMail(Buffer.from(answer.raw))).automaticReason).toBeNull();
});

it.each([
  ['replies@site.example', 'replies@site.example'],
  ['replies@other.example', 'support@site.example'],
  [undefined, 'support@site.example'],
])('gets reports of undelivered mails at %s only in the domain of the sender', async (replyAddress, expected) => {
  expect((await send({}, { ...site, replyAddress })).from).toBe(expected);
});

it('comes from the company in any script, with lines of any length, and no text adds a header or a recipient', async () => {
  const attack = '\r\nBcc: eve@evil.example\r\n\r\n<p>';
  const long = 'A very long line with ünïcödé. '.repeat(70);
  const name = `דנה "明子"${attack}`;
  const { raw, from, to } = await send(
    {
      fromName: name,
      replyTo: `ada@example.org${attack}`,
      subject: `${long}${attack}`,
      body: `${long}\n.\n${'x'.repeat(2_000)}\nשלום\n`,
      messageId: `<a@site.example>${attack}`,
      inReplyTo: `<b@example.org>${attack}`,
      referenceIds: [`<c@example.org>${attack}`],
      calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      calendarMethod: 'REQUEST',
    },
    { ...site, name, replyAddress: 'replies@site.example' },
  );
  expect([from, to]).toEqual(['replies@site.example', ['ada@example.org']]);
  const [head = ''] = raw.split('\r\n\r\n');
  expect(head.match(/^[\w-]+(?=:)/gm)?.sort()).toEqual(
    // biome-ignore format: one list
    ['Content-Type', 'Date', 'From', 'In-Reply-To', 'MIME-Version', 'Message-ID', 'References', 'Reply-To', 'Subject', 'To'],
  );
  expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  const [fields = ''] = decodeMail(raw).split(/\n\n/);
  const unfolded = fields.replace(/\r\n\s+/g, ' ');
  expect(unfolded).toMatch(/^From: .*דנה .*明子.*Bcc: eve@evil.example.* <support@site\.example>$/m);
  expect(unfolded).toMatch(/^Reply-To: [^,]*ada@example\.org/m);
  expect(decodeMail(raw)).toContain(long.trim());
  expect(decodeMail(raw)).toContain('x'.repeat(2_000));
  expect(decodeMail(raw)).toContain('שלום');
});
