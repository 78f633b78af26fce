import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { toLocalTime } from '../../../contract/content/local-time.ts';
import { createSmtpSender } from '../../../server/jobs/mail.ts';
import { openTestApi } from '../../../testing/api.ts';
import { parseIcalendar } from '../../../testing/calendar-text.ts';
import {
  bookSampleConsultation,
  findFreeMorning,
  listFreeStarts,
  makeBooking,
  post,
  setUpBookingApi,
  updateBookingRules,
} from '../../../testing/consultations.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { publishSettingFields } from '../../content/settings.ts';
import { consultations } from '../../db/consultation-tables.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { deliverDueMails } from '../outbox/deliver.ts';

const api = await setUpBookingApi();
let slot: string;
beforeEach(async () => {
  // Far enough ahead for a reminder.
  slot = await findFreeMorning(api);
});

const loadRows = () => api.ctx.db.select().from(consultations);
const loadMails = () => api.ctx.db.select().from(outbox).orderBy(outbox.id);
const addMinutes = (minutes: number) => new Date(Date.parse(slot) + minutes * 60_000).toISOString();
const endHolds = () =>
  api.ctx.db.execute(sql`update consultations set held_until = now() - interval '1 second'
  where status = 'HELD'`);

describe('a booking', () => {
  it('stores the request, the time, both mails with the calendar file and the reminder, together', async () => {
    const form = { message: 'Two links, one duct', contactNumber: '0117 496 0142', countryCode: 'GB' };
    const { status, body, manage } = await bookSampleConsultation(api, slot, { ...form, timeZone: 'Asia/Tokyo' });
    expect([status, body.error]).toEqual([200, null]);
    const [sent] = await api.ctx.db.select().from(submissions);
    expect(sent).toMatchObject({ kind: 'CONSULTATION', message: form.message, phone: '+441174960142' });
    expect(await loadRows()).toMatchObject([
      { status: 'BOOKED', adviser: 1, timeZone: 'Asia/Tokyo', sequence: 0, submissionId: sent?.id, heldUntil: null },
    ]);
    const mails = await loadMails();
    expect(mails.map(({ recipient, isReminder }) => [recipient, isReminder])).toEqual([
      ['siobhan+site@example.org', false],
      ['inbox@site.example', false],
      ['siobhan+site@example.org', true],
    ]);
    expect(mails[0]?.body).toContain('(Asia/Tokyo, GMT+9)');
    expect(mails[0]?.body).toContain(`https://site.example/book-a-free-consultation?manage=${manage}`);
    expect(mails[1]?.body).toContain('(Europe/London, ');
    // The company's mail must not contain the link that cancels in the visitor's name.
    expect(`${mails[1]?.body}${mails[1]?.calendar}`).not.toContain('manage=');
    for (const { calendar, calendarMethod, isReminder } of mails)
      expect([calendarMethod, Boolean(calendar)]).toEqual(isReminder ? [null, false] : ['REQUEST', true]);
  });

  it('has a calendar file with its times, its participants and a UID', async () => {
    const { reference } = await bookSampleConsultation(api, slot, {
      name: 'Ada; "A, B"\r\nATTENDEE:mailto:evil@example.org',
    });
    const [{ calendar } = { calendar: '' }] = await loadMails();
    const [{ id } = { id: '' }] = await loadRows();
    const file = parseIcalendar(calendar ?? '');
    const formatInstant = (iso: string) => iso.replace(/[-:]|\.000/g, '');
    expect(file).toMatchObject({
      METHOD: 'REQUEST',
      VERSION: '2.0',
      UID: `consultation-${id}@site.example`,
      SEQUENCE: '0',
      DTSTART: formatInstant(slot),
      DTEND: formatInstant(addMinutes(30)),
      STATUS: 'CONFIRMED',
      SUMMARY: 'Consultation with Our company',
      ATTENDEE: expect.stringMatching(/siobhan\+site@example\.org$/i),
      ORGANIZER: expect.stringMatching(/inbox@site\.example$/i),
    });
    expect(file.DESCRIPTION).toContain(`Reference ${reference}`);
    expect(calendar?.match(/^ATTENDEE/gm)).toHaveLength(1);
    for (const line of calendar?.split('\r\n') ?? []) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('names its recipient and the channel of the call in every mail, and repeats no other text of its sender', async () => {
    await bookSampleConsultation(api, slot, {
      message: 'Buy pills at evil.example',
      company: 'Evil Ltd',
      contactNumber: '0117 496 0142',
    });
    const toVisitor = (await loadMails()).filter(({ recipient }) => recipient.startsWith('siob'));
    expect(toVisitor).toHaveLength(2);
    for (const { body, calendar } of toVisitor) {
      expect(body).toMatch(/^Hello Siobhán,\n/);
      expect(body).toContain('By telephone: Our company will call you');
      for (const text of ['pills', 'evil.example', 'Evil Ltd']) expect(`${body}${calendar}`).not.toContain(text);
    }
  });

  it.each([
    ['telephone', '0117 496 0142', 'Telephone: Our company will call you', 'Telephone +441174960142'],
    ['telephone', undefined, 'Telephone: Our company will call you', 'Telephone, number not known yet'],
    ['video', undefined, 'Video call; we will send you the link', 'Video call'],
  ] as const)('has a place in both calendars: %s, number %s', async (channel, contactNumber, visitors, companys) => {
    await publishSettingFields(api.ctx, 'forms', ({ consultation }) => ({
      consultation: { ...consultation, channel, host: 'Grace' },
    }));
    const { body } = await bookSampleConsultation(api, slot, contactNumber ? { contactNumber, countryCode: 'GB' } : {});
    const sent = await loadMails();
    const files = sent.flatMap(({ calendar }) => (calendar ? [parseIcalendar(calendar)] : []));
    expect(files.map(({ LOCATION }) => LOCATION)).toEqual([visitors, companys]);
    expect(sent[0]?.body).toContain(
      channel === 'video' ? 'By video: Grace of Our company will send you' : 'By telephone: Grace of Our company',
    );
    expect(sent[0]?.body.includes('Please reply with your number.')).toBe(channel === 'telephone' && !contactNumber);
    const { calendar } = (await api.get(`/api/consultation/calendar?manage=${body.manage}`)).body;
    const fetched = parseIcalendar(calendar);
    expect(fetched).toMatchObject({ METHOD: 'PUBLISH', UID: files[0]?.UID, LOCATION: visitors });
    expect(fetched.DESCRIPTION).toContain(`manage=${body.manage}`);
    await publishSettingFields(api.ctx, 'forms', { consultation: {} });
  });

  it('returns the same token when the form is sent again, and no token to others', async () => {
    const form = makeBooking(slot);
    const [first, again] = [await post(api, 'book', form), await post(api, 'book', form)];
    expect(again.body).toEqual(first.body);
    const { body } = await api.get(`/api/consultation/details?manage=${first.body.manage}`);
    expect(body).toMatchObject({ reference: first.body.reference, status: 'BOOKED' });
    const other = await post(api, 'book', { ...form, message: 'Another' });
    expect([other.status, JSON.stringify(other.body).includes('manage')]).toEqual([422, false]);
  });

  it('reaches a mail server with the calendar file as an invitation', async () => {
    await bookSampleConsultation(api, slot);
    const server = await startMailServer();
    expect(
      await deliverDueMails(
        api.ctx,
        createSmtpSender({ SMTP_URL: server.url }, () => ({
          name: 'WSE',
          siteUrl: api.ctx.company.siteUrl(),
          address: 'site@site.example',
        })),
        api.ctx.company,
      ),
    ).toBe(2);
    await server.close();
    for (const { raw } of server.received) {
      expect(raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
      expect(raw).toContain('appointment.ics');
    }
  });

  it('is stored once and answered alike when sent 50 times at once under one key', async () => {
    const form = makeBooking(slot);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(api, 'book', form)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.reference}`)).size).toBe(1);
    expect(await loadRows()).toHaveLength(1);
    expect(await loadMails()).toHaveLength(3);
  });

  it('is stored once for each adviser under concurrent requests; the losers get an error on the slot and store nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => post(api, 'book', makeBooking(index % 2 ? slot : addMinutes(0)))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(28);
    expect(refused[0]?.body.error).toMatchObject({ code: 'conflict', fields: [{ path: 'slot' }] });
    expect((await loadRows()).map(({ adviser }) => adviser).sort()).toEqual([1, 2]);
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(2);
  });

  it('never overlaps another booking of the same adviser, where starts are closer than the length', async () => {
    await updateBookingRules(api, { lengthMinutes: 60, stepMinutes: 15, advisers: 1 });
    const starts = [-45, -30, -15, 0, 15, 30, 45].flatMap((minutes) => [addMinutes(minutes), addMinutes(minutes)]);
    const answers = await Promise.all(starts.map((start) => post(api, 'book', makeBooking(start))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { rows: overlaps } = await api.ctx.db.execute(sql`select from consultations a join consultations b
      on a.id < b.id and a.adviser = b.adviser and a.during && b.during`);
    expect(overlaps).toHaveLength(0);
  });

  it('is refused with 409 at a time that is not offered', async () => {
    await updateBookingRules(api, { noticeMinutes: 1440 }, { 1: [['09:00', '10:00']] });
    const [monday = ''] = await listFreeStarts(api);
    const getStart = (minutes: number) => new Date(Date.parse(monday) + minutes * 60_000).toISOString();
    for (const start of [
      getStart(15),
      getStart(60),
      getStart(-30),
      getStart(24 * 60),
      '2020-01-06T09:00:00.000Z',
      '2999-01-07T09:00:00.000Z',
    ])
      expect([start, (await post(api, 'book', makeBooking(start))).status]).toEqual([start, 409]);
  });

  it.each([
    ['slot', { slot: 'tomorrow' }],
    ['slot', { slot: '0000-01-01T00:00:00Z' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['name', { name: '' }],
    ['email', { email: 'nobody' }],
    ['hold', { hold: 'a b' }],
    ['message', { message: 'a\0b' }],
  ])('names the field %s where it is wrong: %j', async (field, wrong) => {
    const { status, body } = await post(api, 'book', { ...makeBooking(slot), ...wrong });
    expect([status, body.error.fields[0].path]).toEqual([400, field]);
  });

  it('has no reminder when it is less than a day away', async () => {
    const [soon = ''] = await listFreeStarts(api);
    await bookSampleConsultation(api, soon);
    expect((await loadMails()).filter(({ isReminder }) => isReminder)).toHaveLength(0);
  });

  it('has a reminder that is due a day before and is not sent earlier', async () => {
    await bookSampleConsultation(api, slot);
    const reminder = (await loadMails()).find(({ isReminder }) => isReminder);
    expect(reminder?.dueAt.toISOString()).toBe(addMinutes(-24 * 60));
    const sent: string[] = [];
    await deliverDueMails(api.ctx, async ({ subject }) => void sent.push(subject), api.ctx.company);
    expect(sent.some((subject) => subject.startsWith('Reminder'))).toBe(false);
  });

  it('shows only its time and channel to a reader who knows the reference', async () => {
    const { reference } = await bookSampleConsultation(api, slot);
    expect((await api.get(`/api/consultation/receipt?reference=${reference}`)).body).toEqual({
      start: slot,
      end: addMinutes(30),
      timeZone: 'Europe/London',
      status: 'BOOKED',
      reference,
      sequence: 0,
      // The company's own settings are the same for every visitor.
      call: { channel: 'telephone' },
      sendsMail: true,
    });
    expect((await api.get('/api/consultation/receipt?reference=0000-0000')).status).toBe(404);
  });
});

describe('a hold', () => {
  const hold = (extra: object = {}) => post(api, 'hold', { slot, timeZone: 'Europe/London', ...extra });
  const readHeldSlot = async (token: string) => api.get(`/api/consultation/held?hold=${token}`);

  it('reserves the slot, shows in the slot list, and becomes the booking of its owner', async () => {
    await updateBookingRules(api, { advisers: 1 });
    const { body } = await hold();
    expect(body).toMatchObject({ start: slot, end: addMinutes(30), timeZone: 'Europe/London' });
    expect(body.secondsLeft).toBeGreaterThan(290);
    expect((await readHeldSlot(body.hold)).body.heldUntil).toBe(body.heldUntil);
    expect(await listFreeStarts(api)).not.toContain(slot);
    expect((await hold()).status).toBe(409);
    expect((await post(api, 'book', makeBooking(slot))).status).toBe(409);
    expect((await post(api, 'book', makeBooking(slot, { hold: body.hold }))).status).toBe(200);
    expect(await loadRows()).toMatchObject([{ status: 'BOOKED' }]);
  });

  it('stops reserving when it expires, and can still be booked while the slot is free', async () => {
    await updateBookingRules(api, { advisers: 1 });
    const { body } = await hold();
    await endHolds();
    expect((await readHeldSlot(body.hold)).body).toMatchObject({ start: slot, secondsLeft: 0 });
    expect(await listFreeStarts(api)).toContain(slot);
    expect((await post(api, 'book', makeBooking(slot, { hold: body.hold }))).status).toBe(200);
  });

  it('is refused with 409 when it expired and the slot was taken, and still returns its time', async () => {
    await updateBookingRules(api, { advisers: 1 });
    const { body } = await hold();
    await endHolds();
    await bookSampleConsultation(api, slot);
    expect((await post(api, 'book', makeBooking(slot, { hold: body.hold }))).status).toBe(409);
    expect((await readHeldSlot(body.hold)).body).toMatchObject({ start: slot, secondsLeft: 0, heldUntil: null });
  });

  it('survives the lead time, which counts when a slot is chosen', async () => {
    const { body } = await hold();
    await updateBookingRules(api, { noticeMinutes: 43_200 });
    expect((await post(api, 'book', makeBooking(slot, { hold: body.hold }))).status).toBe(200);
  });

  it('is replaced by the next hold of the same visitor', async () => {
    const { body: first } = await hold();
    const { body: second } = await hold({ slot: addMinutes(30), hold: first.hold });
    expect((await loadRows()).filter(({ status }) => status === 'HELD')).toHaveLength(1);
    expect((await post(api, 'book', makeBooking(slot, { hold: second.hold }))).status).toBe(200);
    expect(await loadRows()).toMatchObject([{ status: 'BOOKED' }]);
  });

  it('books once: the same form under another key is refused', async () => {
    const { body } = await hold();
    await post(api, 'book', makeBooking(slot, { hold: body.hold }));
    expect((await post(api, 'book', makeBooking(slot, { hold: body.hold }))).status).toBe(409);
    expect(await loadRows()).toHaveLength(1);
    expect((await readHeldSlot(body.hold)).status).toBe(410);
  });

  it('is not found with a changed token', async () => {
    const { body } = await hold();
    const forged = `${body.hold.slice(0, -2)}${body.hold.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await readHeldSlot(forged)).status).toBe(404);
    expect((await api.get(`/api/consultation/details?manage=${body.hold}`)).status).toBe(404);
  });

  it('is removed after it expired by many concurrent requests without a deadlock', async () => {
    await updateBookingRules(api, { lengthMinutes: 60, stepMinutes: 15, advisers: 2 });
    for (const minutes of [-60, -60, 0, 0, 60, 60]) await hold({ slot: addMinutes(minutes) });
    await endHolds();
    const starts = Array.from({ length: 40 }, (_, index) => addMinutes([-45, -30, -15, 0, 15, 30][index % 6] ?? 0));
    const answers = await Promise.all(starts.map((start) => hold({ slot: start })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('a request without a slot', () => {
  it('is stored with its mails and books nothing', async () => {
    const { slot: _slot, ...form } = makeBooking(slot, { message: 'Sunday at noon' });
    const { status, body } = await post(api, 'request', form);
    expect(status).toBe(200);
    expect(await api.ctx.db.select().from(submissions)).toMatchObject([
      { kind: 'CONSULTATION', message: 'Sunday at noon', reference: body.reference },
    ]);
    expect(await loadRows()).toHaveLength(0);
    expect(await loadMails()).toHaveLength(2);
    const [toVisitor] = await loadMails();
    expect(toVisitor?.body).toMatch(/^Hello Siobhán,\n/);
    expect(toVisitor?.body).toContain('By telephone: ');
    expect(toVisitor?.body).not.toContain('Sunday at noon');
    expect((await post(api, 'request', { ...form, message: ' ' })).body.error.fields[0].path).toBe('message');
  });
});

const requestSlots = (query: Record<string, string> = {}) =>
  api.get(`/api/consultation/slots?${new URLSearchParams(query)}`);

/** A year of which the clock changes are still ahead. */
const nextYear = new Date().getUTCFullYear() + 1;
/** Returns the last Sunday of a month, 1 to 12. */
function getLastSunday(month: number): string {
  const end = new Date(Date.UTC(nextYear, month, 0));
  return new Date(end.getTime() - end.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
}
const [spring, autumn] = [getLastSunday(3), getLastSunday(10)];

describe('the slots on offer', () => {
  it('are, as installed, the half hours of working days from 09:00 to 17:00, a day to a month ahead', async () => {
    const fresh = await openTestApi();
    const starts = await listFreeStarts(fresh);
    expect(starts.length).toBeGreaterThan(0);
    for (const start of starts) {
      const { weekday, time } = toLocalTime(start, 'Europe/London');
      expect(weekday).not.toMatch(/^S/);
      expect(time >= '09:00' && time <= '16:30' && /:(?:00|30)$/.test(time), time).toBe(true);
      expect(Date.parse(start)).toBeGreaterThan(Date.now() + 24 * 3_600_000 - 60_000);
      expect(Date.parse(start)).toBeLessThan(Date.now() + 32 * 86_400_000);
    }
    await fresh.close();
  });

  it('keep their local time when the clocks change, both ways', async () => {
    await updateBookingRules(
      api,
      { horizonDays: 800 },
      { 6: [['09:00', '10:00']], 7: [['09:00', '10:00']], 1: [['09:00', '10:00']] },
    );
    for (const day of [spring, autumn]) {
      const from = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      const starts = (await listFreeStarts(api, { from })).slice(0, 6);
      expect(starts.map((start) => toLocalTime(start, 'Europe/London').time)).toEqual([
        '09:00',
        '09:30',
        '09:00',
        '09:30',
        '09:00',
        '09:30',
      ]);
      const [before = '', , on = ''] = starts;
      const hours = (Date.parse(on) - Date.parse(before)) / 3_600_000;
      expect(hours).toBe(day === spring ? 23 : 25);
    }
  });

  it('skip a local time that does not exist at a clock change, and offer a repeated local time once', async () => {
    await updateBookingRules(api, { horizonDays: 800 }, { 7: [['00:30', '03:00']] });
    const listTimesOn = async (day: string) =>
      (await listFreeStarts(api, { from: day })).map((start) => toLocalTime(start, 'Europe/London').time);
    expect(await listTimesOn(spring)).toEqual(['00:30', '02:00', '02:30']);
    expect(await listTimesOn(autumn)).toEqual(['00:30', '01:00', '01:30', '02:00', '02:30']);
  });

  it('are grouped by the days of the requested time zone', async () => {
    const { body } = await requestSlots({ timeZone: 'Pacific/Kiritimati' });
    expect(body).toMatchObject({ timeZone: 'Pacific/Kiritimati', officeTimeZone: 'Europe/London', slotMinutes: 30 });
    for (const { date, slots } of body.days)
      for (const { start, end } of slots) {
        expect(toLocalTime(start, 'Pacific/Kiritimati').date).toBe(date);
        expect(Date.parse(end) - Date.parse(start)).toBe(30 * 60_000);
      }
  });

  it('are paged by weeks, from the first free day to the last and back, each once', async () => {
    await updateBookingRules(api, { horizonDays: 25 });
    const seen: string[] = [];
    let from: string | undefined;
    let back: string | null = null;
    do {
      const {
        body,
      }: { body: { next: string | null; previous: string | null; days: { slots: { start: string }[] }[] } } =
        await requestSlots(from ? { from } : {});
      seen.push(...body.days.flatMap(({ slots }) => slots.map(({ start }) => start)));
      from = body.next ?? undefined;
      back = body.previous;
    } while (from);
    expect(seen.length).toBeGreaterThan(24 * 46);
    expect([...new Set(seen)].sort()).toEqual(seen);
    expect((await listFreeStarts(api, { from: back ?? '' })).length).toBeGreaterThan(0);
  });

  it('are none on a day off, within the lead time or beyond the horizon', async () => {
    const [first = ''] = await listFreeStarts(api);
    const { date } = toLocalTime(first, 'Europe/London');
    const tomorrow = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    await api.ctx.db.execute(sql`insert into consultation_days_off values (${tomorrow}, 'Stocktaking')`);
    const starts = await listFreeStarts(api);
    expect(starts.some((start) => toLocalTime(start, 'Europe/London').date === tomorrow)).toBe(false);
    expect(starts.length).toBeGreaterThan(0);

    await updateBookingRules(api, { noticeMinutes: 3 * 1440, horizonDays: 5 });
    const later = await listFreeStarts(api);
    expect(Date.parse(later[0] ?? '')).toBeGreaterThanOrEqual(Date.now() + 3 * 86_400_000 - 60_000);
    expect(Date.parse(later.at(-1) ?? '')).toBeLessThan(Date.now() + 7 * 86_400_000);
  });

  it('end with the working hours, at any length and step', async () => {
    await updateBookingRules(
      api,
      { lengthMinutes: 45, stepMinutes: 20 },
      { 1: [['09:00', '11:00']], 2: [['09:00', '09:30']] },
    );
    // From tomorrow on: of today's hours, some may lie within the lead time.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const times = (await listFreeStarts(api, { from: tomorrow })).map((start) => toLocalTime(start, 'Europe/London'));
    expect(times.map(({ weekday, time }) => `${weekday} ${time}`)).toEqual([
      'Monday 09:00',
      'Monday 09:20',
      'Monday 09:40',
      'Monday 10:00',
    ]);
  });

  it('are free as long as one adviser is free', async () => {
    await updateBookingRules(api, { lengthMinutes: 60, stepMinutes: 30, advisers: 2 });
    const slot = await findFreeMorning(api);
    await bookSampleConsultation(api, slot);
    expect(await listFreeStarts(api)).toContain(slot);
    await bookSampleConsultation(api, slot);
    const near = [-30, 0, 30].map((minutes) => new Date(Date.parse(slot) + minutes * 60_000).toISOString());
    const free = await listFreeStarts(api);
    for (const start of near) expect(free).not.toContain(start);
    expect(free).toContain(new Date(Date.parse(slot) + 60 * 60_000).toISOString());
  });

  it('are an empty answer when no hours are open', async () => {
    await updateBookingRules(api, {}, {});
    expect((await requestSlots()).body).toMatchObject({ days: [], previous: null, next: null });
  });

  it('are refused for an invalid zone or date', async () => {
    for (const wrong of [
      { timeZone: 'Mars/Olympus' },
      { timeZone: '+01:00' },
      { from: '2026-02-31' },
      { from: '0000-01-01' },
    ])
      expect((await api.get(`/api/consultation/slots?${new URLSearchParams(Object.entries(wrong))}`)).status).toBe(400);
  });

  it('use the time zone of the settings', async () => {
    await updateBookingRules(api, { timeZone: 'Asia/Kolkata' }, { 3: [['09:00', '10:00']] });
    const starts = await listFreeStarts(api);
    expect(new Set(starts.map((start) => toLocalTime(start, 'Asia/Kolkata').time))).toEqual(
      new Set(['09:00', '09:30']),
    );
    expect((await post(api, 'hold', { slot: starts[0], timeZone: 'Europe/London' })).status).toBe(200);
  });
});
