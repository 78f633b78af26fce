import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { completeForms } from '../../../contract/content/form-defaults.ts';
import {
  bookSampleConsultation,
  findFreeMorning,
  listFreeStarts,
  makeBooking,
  post,
  setUpBookingApi,
} from '../../../testing/consultations.ts';
import { createMultipart, createPdf } from '../../../testing/sample-files.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { outbox, submissions } from '../../db/tables.ts';
import type { AppointmentMailContext } from '../consultations/calendar.ts';
import { composeUnconfirmedMails } from '../consultations/mails.ts';
import { deliverDueMails } from '../outbox/deliver.ts';
import { composeGreeting, isolateName } from './mail-text.ts';

const api = await setUpBookingApi();

const victim = 'victim@example.net';
// Every text that a stranger can choose contains the word "evil" after its first word.
const strange = {
  name: 'Win evil prizes at http://evil.example now',
  email: victim,
  company: 'Evil Ltd, https://evil.example',
  contactNumber: 'evil 0900 1234',
  countryCode: 'evil',
  pathName: '/evil-path',
};
const message = 'Evil: open http://evil.example/prize';

function send(path: string, form: object) {
  return api.get(path, { method: 'POST', headers: fromPage, payload: { ...strange, key: randomUUID(), ...form } });
}

async function uploadStrangeFile(): Promise<string> {
  const { body } = await api.get('/api/file/upload', {
    method: 'POST',
    ...createMultipart([createPdf('open-evil.pdf')]),
  });
  return body.files[0].token;
}

/** Returns all texts of the mails, with the folded lines of calendar files joined. */
async function findMailTexts(isVictim: boolean): Promise<string[]> {
  const mails = await api.ctx.db.select().from(outbox).orderBy(outbox.id);
  return mails
    .filter(({ recipient }) => (recipient === victim) === isVictim)
    .map(({ subject, body, calendar }) => [subject, body, calendar?.replace(/\r\n[ \t]/g, '')].join('\n'));
}

const forms: [string, () => Promise<{ status: number }>][] = [
  [
    'a contact message',
    async () =>
      send('/api/contact/submit', { message, files: await uploadStrangeFile(), lostFiles: 'evil.pdf, click evil.png' }),
  ],
  [
    'an enquiry',
    async () =>
      send('/api/business/business-requests', {
        message,
        subject: '/evil subject',
        persona: 'evil-persona',
        interests: ['evil interest'],
        country: 'Evilland',
        region: 'Evil Region',
        city: 'Evil City',
        files: await uploadStrangeFile(),
        lostFiles: 'evil.pdf',
      }),
  ],
  ['a request for a consultation', () => send('/api/consultation/request', { message, timeZone: 'Europe/London' })],
  [
    'a booking',
    async () => post(api, 'book', makeBooking(await findFreeMorning(api), { ...strange, message, key: randomUUID() })),
  ],
];

describe('the mails about a form that a stranger sent with someone else’s address', () => {
  it.each(forms)('carry none of the stranger’s texts to that address: %s', async (_what, sendForm) => {
    expect((await sendForm()).status).toBe(200);
    const toVictim = await findMailTexts(true);
    expect(toVictim.length).toBeGreaterThan(0);
    for (const text of toVictim) expect(text).not.toMatch(/evil|prize|0900 ?1234/i);
    const toCompany = (await findMailTexts(false)).join('\n');
    for (const text of [strange.name, 'http://evil.example/prize', 'evil 0900 1234', '/evil-path'])
      expect(toCompany).toContain(text);
  });

  it('contain no foreign text after a second enquiry, a move or a cancellation either', async () => {
    const enquiry = { subject: '/evil', message };
    await send('/api/business/business-requests', enquiry);
    await send('/api/business/business-requests', enquiry);
    const slot = await findFreeMorning(api);
    const { manage } = await bookSampleConsultation(api, slot, { ...strange, message });
    // Its text put the booking into quarantine, where it reserves no time: an operator releases it.
    await api.ctx.db.update(submissions).set({ quarantinedFor: null });
    const [other] = (await listFreeStarts(api)).filter((start) => start !== slot);
    expect((await post(api, 'move', { manage, slot: other, timeZone: 'Europe/London' })).status).toBe(200);
    expect((await post(api, 'cancel', { manage })).status).toBe(200);
    const toVictim = await findMailTexts(true);
    expect(toVictim.length).toBeGreaterThanOrEqual(5);
    for (const text of toVictim) expect(text).not.toMatch(/evil|prize|0900 ?1234/i);
  });

  it('are at most three an hour over all forms together; the company gets a mail for every form at once', async () => {
    const plain = { name: 'Ada', company: 'Weir', contactNumber: '', countryCode: '', pathName: '/our-plans' };
    const message = 'Can we talk about two links next week?';
    for (let count = 0; count < 2; count += 1) {
      await send('/api/contact/submit', { ...plain, message });
      await send('/api/business/business-requests', { ...plain, subject: '/our-plans/large' });
      await send('/api/consultation/request', { ...plain, message, timeZone: 'Europe/London' });
    }
    await post(api, 'book', makeBooking(await findFreeMorning(api), { email: victim }));
    const sent: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      await deliverDueMails(api.ctx, async ({ recipient }) => void sent.push(recipient), api.ctx.company);
      // A worker sends one mail of several to one recipient and postpones the others by a second.
      await api.ctx.db.execute(sql`update outbox set due_at = now() where not postponed and not is_reminder`);
    }
    expect(sent.filter((recipient) => recipient === victim)).toHaveLength(3);
    expect(sent.filter((recipient) => recipient === 'inbox@site.example')).toHaveLength(7);
    const waiting = (await api.ctx.db.select().from(outbox)).filter(({ postponed }) => postponed);
    expect(waiting).toHaveLength(4);
  });

  it('say how many files came and whether some were lost', async () => {
    const files = await uploadStrangeFile();
    await send('/api/contact/submit', { message, files, lostFiles: 'evil.pdf' });
    const [receipt] = await findMailTexts(true);
    expect(receipt).toContain('It included 1 file.');
    expect(receipt).toMatch(/Some files did not arrive.*reply to this e-mail and attach them/);
  });

  it('greet by the first name if it is a name, and tell a person who sent nothing what to do', async () => {
    await send('/api/contact/submit', { message, name: "Siobhán O'Beirne" });
    const [receipt] = await findMailTexts(true);
    expect(receipt).toContain('Hello Siobhán,\n');
    expect(receipt).toContain('If you did not send us anything');
  });
});

describe('names from right to left', () => {
  const name = 'דנה (כהן)';
  const isolated = `\u2068${name}\u2069`;

  it('stay apart from the sentence around them, in subjects, details and sentences', async () => {
    await send('/api/contact/submit', { message, name, company: 'רשת 7' });
    const [mail = ''] = await findMailTexts(false);
    expect(mail).toMatch(/^Message [\w-]+ from \u2068דנה \(כהן\)\u2069\n/);
    expect(mail).toContain(`Name: ${isolated}\n`);
    expect(mail).toContain('Company: \u2068רשת 7\u2069\n');
    const [receipt = ''] = await findMailTexts(true);
    expect(receipt).toContain('Hello \u2068דנה\u2069,\n');
  });

  it('stay apart in the mails about a consultation, as the name of the company does', () => {
    const [start, end] = ['2030-01-02T09:00:00Z', '2030-01-02T09:30:00Z'];
    const context: AppointmentMailContext = {
      booking: { id: '1', adviser: 1, start, end, timeZone: 'Europe/London', sequence: 0, heldUntil: null },
      reference: 'R-1',
      visitor: { name, email: victim, phone: null },
      company: {
        ...api.ctx.company,
        name: 'חברה',
        replyTo: api.ctx.company.inbox,
        forms: completeForms({ consultation: { host: 'Grace' } }),
      },
      call: { channel: 'telephone', host: 'Grace' },
      adviser: { name: '', email: '', timeZone: null },
      link: 'https://example.com/link',
    };
    const [visitor, company] = composeUnconfirmedMails(context, { details: [], message, officeZone: 'Europe/London' });
    expect(company?.subject).toBe(`Consultation R-1 with ${isolated}, not confirmed yet`);
    expect(visitor?.body).toContain('a consultation with \u2068חברה\u2069 on\n');
    expect(visitor?.body).toMatch(/of \u2068חברה\u2069 will call you/);
  });

  it('cannot end their isolation, or turn the letters of a subject around', () => {
    expect(isolateName('דנה\u2069 \u202eevil')).toBe('\u2068דנה evil\u2069');
    expect(isolateName('Ada\u202e Lovelace')).toBe('Ada Lovelace');
    expect(isolateName('Ada\nLovelace')).toBe('Ada Lovelace');
  });
});

describe('a greeting', () => {
  it.each([
    ['Ada', 'Hello Ada,'],
    [' Ada  Lovelace', 'Hello Ada,'],
    ['Jean-Luc Picard', 'Hello Jean-Luc,'],
    ['O’Brien', 'Hello O’Brien,'],
    ['王小明', 'Hello 王小明,'],
    ['山田 花子', 'Hello 山田花子,'],
    ['Нина Петрова', 'Hello Нина,'],
    ['דנה כהן', 'Hello \u2068דנה\u2069,'],
    ['Dr. Ada Lovelace', 'Hello,'],
    ['evil.example', 'Hello,'],
    ['http://evil.example', 'Hello,'],
    ['Click-here-for-prizes', 'Hello,'],
    ['点击这里领取您的奖品', 'Hello,'],
    ['Win1000', 'Hello,'],
    ['x'.repeat(25), 'Hello,'],
    ['A\u202eda', 'Hello,'],
    ['\u200bAda', 'Hello,'],
    ['🎁', 'Hello,'],
    ["''''", 'Hello,'],
    [`A${'\u0301'.repeat(100)}`, 'Hello,'],
  ])('of %j is %j', (name, expected) => {
    expect(composeGreeting(completeForms({}).mails, name)).toBe(expected);
  });
});
