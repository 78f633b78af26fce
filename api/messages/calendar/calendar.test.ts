import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BookingForCaller } from '../../../contract/studio/consultation-shapes.ts';
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
import { getFailure, makeUser } from '../../../testing/studio.ts';
import { publishSettingFields } from '../../content/index.ts';
import { consultationAdvisers, consultations } from '../../db/consultation-tables.ts';
import { messageActs } from '../../db/message-tables.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { changeMessagesAs } from '../inbox/change-messages.ts';

const api = await setUpBookingApi();
const operator = await makeUser(api.ctx, 'OPERATOR', 'Olga');
const other = await makeUser(api.ctx, 'OWNER', 'Omar');
const { db } = api.ctx;
const call: typeof operator.client.call = (...args) => operator.client.call(...args);

let slot: string;
beforeEach(async () => {
  slot = await findFreeMorning(api);
});

const getLaterTime = (minutes: number) => new Date(Date.parse(slot) + minutes * 60_000).toISOString();
const loadMails = () => db.select().from(outbox).orderBy(outbox.id);
const loadActs = async () => (await db.select().from(messageActs).orderBy(messageActs.id)).map(({ kind }) => kind);
const changeAdviser = (id: number, changes: Partial<typeof consultationAdvisers.$inferInsert>) =>
  db.update(consultationAdvisers).set(changes).where(eq(consultationAdvisers.id, id));

async function bookAndOpen(at = slot) {
  const booked = await bookSampleConsultation(api, at);
  const [row] = await db.select().from(consultations).where(sql`lower(during) = ${at}::timestamptz`);
  return { ...booked, ...(await call('consultation', { id: row?.id ?? '' })) };
}

const makeCall = (changes: Partial<BookingForCaller> = {}): BookingForCaller => ({
  start: slot,
  adviser: null,
  minutes: 30,
  isOutsideHours: false,
  key: randomUUID(),
  timeZone: 'America/New_York',
  name: 'Marie Curie',
  email: 'marie@example.org',
  ...changes,
});

describe('the calendar', () => {
  it('lists consultations, holds, hours and days off of some days, and leaves out what has expired', async () => {
    await bookSampleConsultation(api, slot);
    await post(api, 'hold', { slot: getLaterTime(30), timeZone: 'UTC' });
    const from = slot.slice(0, 10);
    const { items, advisers, hours, timeZone } = await call('consultations', { from, days: 1 });
    expect(items.map(({ status, start, name }) => [status, start, name])).toEqual([
      ['BOOKED', slot, "Siobhán O'Beirne"],
      ['HELD', getLaterTime(30), ''],
    ]);
    expect([advisers.map(({ id }) => id), timeZone]).toEqual([[1, 2], 'Europe/London']);
    expect(hours.filter(({ adviser }) => adviser === 1).length).toBeGreaterThan(0);
    await call('addDaysOff', { adviser: 2, from, to: from, reason: 'Dentist' });
    const after = await call('consultations', { from, days: 1 });
    expect(after.daysOff).toEqual([{ adviser: 2, day: from, reason: 'Dentist' }]);
    expect(after.hours.some(({ adviser, start }) => adviser === 2 && start.startsWith(from))).toBe(false);
    await db.execute(sql`update consultations set held_until = now() - interval '1 second' where status = 'HELD'`);
    expect((await call('consultations', { from, days: 1 })).items).toHaveLength(1);
  });

  it('is closed to roles that do not answer visitors', async () => {
    const editor = await makeUser(api.ctx, 'EDITOR');
    expect((await getFailure(editor.client.call('consultations', { from: '2026-12-01', days: 1 }))).status).toBe(403);
  });

  it('shows one consultation with its message, its mails and their delivery', async () => {
    const { form, id } = await bookAndOpen();
    await db
      .update(outbox)
      .set({ deadAt: new Date(), lastError: '550 no such user' })
      .where(eq(outbox.recipient, form.email));
    const opened = await call('consultation', { id });
    expect(opened).toMatchObject({
      name: form.name,
      status: 'BOOKED',
      visitorTimeZone: 'Europe/London',
      isOver: false,
    });
    expect(opened.mails.map(({ state, lastError, isReminder }) => [state, lastError, isReminder])).toEqual([
      ['GIVEN_UP', '550 no such user', false],
      ['WAITING', null, false],
      ['GIVEN_UP', '550 no such user', true],
    ]);
    expect((await getFailure(call('consultation', { id: randomUUID() }))).status).toBe(404);
  });
});

describe('booking for a caller', () => {
  it('books for a caller who has a telephone alone: no mail is sent to them, and the number finds what is stored', async () => {
    const contactNumber = '+44 117 496 0142';
    const booked = await call('bookForCaller', makeCall({ email: '', contactNumber }));
    await call('bookForCaller', makeCall({ email: '', contactNumber: '+44 117 496 0143', start: getLaterTime(90) }));
    const moved = await call('moveAppointment', {
      ...{ id: booked.id, sequence: booked.sequence, start: getLaterTime(30) },
      ...{ adviser: null, minutes: 30, isOutsideHours: false },
    });
    const cancelled = await call('cancelAppointment', { id: moved.id, sequence: moved.sequence });
    expect(cancelled.hasEmail).toBe(false);
    const mails = await loadMails();
    expect(mails.map(({ recipient, replyTo }) => [recipient, replyTo])).toEqual(
      Array.from({ length: 4 }, () => ['inbox@site.example', null]),
    );
    expect(mails[0]?.calendar).not.toContain('ATTENDEE');
    const message = await call('openMessage', { reference: booked.reference ?? '' });
    expect([message.email, message.related]).toEqual(['', []]);
    const answer = { reference: message.reference, subject: 'Hello', text: 'Hello', seen: message.seen };
    const failure = getFailure(call('answerMessage', { ...answer, key: randomUUID(), state: 'DONE' }));
    expect((await failure).status).toBe(409);
    const found = await call('findPersonalData', { email: '+441174960142' });
    const rows = new Map(found.groups.map(({ table, items }) => [table, items.map(({ text }) => text)]));
    expect(rows.get('submissions')).toEqual(['Request for a consultation']);
    expect(rows.get('consultations')?.[0]).toMatch(/ \d\d:\d\d–\d\d:\d\d \(America\/New_York, .*\), cancelled$/);
    const neither = await getFailure(call('bookForCaller', makeCall({ email: '', start: getLaterTime(60) })));
    expect(neither.fields.map(({ path }) => path)).toEqual(['contactNumber']);
    expect(neither.message).toBe('The request has fields that are not valid: contact number.');
  });

  it('books at once, without notice, with the mails of a booking, and is no spam', async () => {
    await updateBookingRules(api, { noticeMinutes: 43_200 });
    const booked = await call('bookForCaller', makeCall({ message: 'http://a.example http://b.example cheap pills' }));
    expect(booked).toMatchObject({
      status: 'BOOKED',
      bookedBy: 'Olga',
      visitorTimeZone: 'America/New_York',
      start: slot,
    });
    const mails = await loadMails();
    expect(mails.map(({ recipient, calendarMethod, isReminder }) => [recipient, calendarMethod, isReminder])).toEqual([
      ['marie@example.org', 'REQUEST', false],
      ['inbox@site.example', 'REQUEST', false],
      ['marie@example.org', null, true],
    ]);
    expect(mails[1]?.body).toContain('Olga did this in the Studio.');
    expect(await loadActs()).toEqual(['BOOK']);
    expect(await db.select().from(submissions)).toMatchObject([
      { quarantinedFor: null, kind: 'CONSULTATION', closedAt: expect.any(Date) },
    ]);
  });

  it('books once when the form is sent twice, also at once', async () => {
    const form = makeCall();
    const [first, second] = await Promise.all([call('bookForCaller', form), call('bookForCaller', form)]);
    expect(first?.id).toBe(second?.id);
    expect(await db.select().from(consultations)).toHaveLength(1);
  });

  it('refuses a time that is taken, over or outside of the hours; outside of the hours it can be wanted', async () => {
    await updateBookingRules(api, { advisers: 1 }, { 1: [['09:00', '10:00']] });
    const [monday = ''] = await listFreeStarts(api);
    const early = new Date(Date.parse(monday) - 2 * 3_600_000).toISOString();
    expect((await getFailure(call('bookForCaller', makeCall({ start: early })))).status).toBe(409);
    await call('bookForCaller', makeCall({ start: early, isOutsideHours: true }));
    const again = makeCall({ start: early, isOutsideHours: true });
    expect((await getFailure(call('bookForCaller', again))).status).toBe(409);
    const past = makeCall({ start: '2020-01-01T09:00:00.000Z', isOutsideHours: true });
    expect((await getFailure(call('bookForCaller', past))).fields).toMatchObject([{ path: 'start' }]);
  });

  it('keeps its length, adviser, channel and place; an adviser without a free time is refused', async () => {
    await changeAdviser(2, { name: 'Ada', videoLink: 'https://meet.example/ada', email: 'ada@site.example' });
    const booked = await call('bookForCaller', makeCall({ adviser: 2, minutes: 55, channel: 'video' }));
    expect(booked).toMatchObject({
      adviser: 2,
      end: getLaterTime(55),
      channel: 'video',
      place: 'https://meet.example/ada',
    });
    const [toVisitor, toCompany, toAdviser] = await loadMails();
    expect(toVisitor?.body).toContain('Ada of Our company will meet you at https://meet.example/ada');
    expect([toCompany?.recipient, toAdviser?.recipient]).toEqual(['inbox@site.example', 'ada@site.example']);
    expect(parseIcalendar(toAdviser?.calendar ?? '').LOCATION).toBe('https://meet.example/ada');
    const overlapping = makeCall({ adviser: 2, start: getLaterTime(30), email: 'b@example.org' });
    expect(await getFailure(call('bookForCaller', overlapping))).toMatchObject({
      ...{ status: 409, message: 'Ada has another consultation at this time. Adviser 1 is free.' },
    });
    const { id, adviser, sequence } = await call('bookForCaller', {
      ...{ ...overlapping, adviser: null, key: randomUUID() },
      contactNumber: '0049 30 901820',
    });
    expect([adviser, (await call('consultation', { id })).phone]).toEqual([1, '0049 30 901820']);
    const from = slot.slice(0, 10);
    await call('addDaysOff', { adviser: 1, from, to: from, reason: 'Holiday' });
    const start = getLaterTime(90);
    const again = call('moveAppointment', { id, sequence, start, adviser: 1, minutes: 30, isOutsideHours: false });
    expect((await getFailure(again)).message).toMatch(/^Adviser 1 has days off up to \d+ \w{3}\. Ada is free\.$/);
    const wrong = makeCall({ contactNumber: '0171 abc' });
    expect((await getFailure(call('bookForCaller', wrong))).fields).toMatchObject([{ path: 'contactNumber' }]);
  });

  it('uses a hold, which keeps everybody else from the time', async () => {
    await updateBookingRules(api, { advisers: 1 });
    const held = await call('holdForCaller', { start: slot, adviser: 1, minutes: 30, isOutsideHours: false });
    expect((await post(api, 'book', makeBooking(slot))).status).toBe(409);
    const moved = await call('holdForCaller', {
      start: getLaterTime(60),
      adviser: 1,
      minutes: 30,
      isOutsideHours: false,
      hold: held.hold,
    });
    expect((await post(api, 'book', makeBooking(slot))).status).toBe(200);
    const booked = await call('bookForCaller', makeCall({ start: getLaterTime(60), hold: moved.hold }));
    expect(booked.status).toBe('BOOKED');
    expect((await db.select().from(consultations)).map(({ status }) => status)).toEqual(['BOOKED', 'BOOKED']);
  });
});

describe('moving for the company', () => {
  it('moves to another time and adviser, tells both advisers, and keeps the visitor’s zone', async () => {
    await changeAdviser(1, { name: 'Grace', email: 'grace@site.example' });
    await changeAdviser(2, { name: 'Ada', email: 'ada@site.example', hasOwnHours: false, timeZone: 'Asia/Kolkata' });
    const { id, sequence } = await bookAndOpen();
    await db.delete(outbox);
    const moved = await call('moveAppointment', {
      ...{ id, sequence, start: getLaterTime(60), adviser: 2, minutes: 30, isOutsideHours: false },
      word: 'Grace is ill; Ada will call you.',
    });
    expect(moved).toMatchObject({ adviser: 2, start: getLaterTime(60), sequence: 1, visitorTimeZone: 'Europe/London' });
    const mails = await loadMails();
    expect(mails.map(({ recipient, calendarMethod, isReminder }) => [recipient, calendarMethod, isReminder])).toEqual([
      ['siobhan+site@example.org', 'REQUEST', false],
      ['inbox@site.example', 'REQUEST', false],
      ['ada@site.example', 'REQUEST', false],
      ['grace@site.example', 'CANCEL', false],
      ['siobhan+site@example.org', null, true],
    ]);
    expect(mails[0]?.body).toContain('Grace is ill; Ada will call you.');
    expect(mails[4]?.body).not.toContain('Grace is ill');
    expect(mails[2]?.body).toContain('Asia/Kolkata');
    for (const { calendar } of mails.slice(0, 4)) expect(parseIcalendar(calendar ?? '').SEQUENCE).toBe('1');
    expect(await loadActs()).toEqual(['MOVE']);
  });

  it('tells the second of two people what the first did, and changes nothing', async () => {
    const { id, sequence } = await bookAndOpen();
    const at = (minutes: number) =>
      ({ id, sequence, adviser: null, minutes: 30, isOutsideHours: false, start: getLaterTime(minutes) }) as const;
    const answers = await Promise.allSettled([
      operator.client.call('moveAppointment', at(60)),
      other.client.call('moveAppointment', at(90)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failure = await getFailure(other.client.call('moveAppointment', at(120)));
    expect([failure.status, failure.message]).toEqual([409, expect.stringContaining('It is now on')]);
    expect(await loadActs()).toEqual(['MOVE']);
  });

  it('keeps the adviser where a visitor moves, and the length of what the company booked', async () => {
    await call('bookForCaller', makeCall({ adviser: 2, minutes: 60, email: 'siobhan+site@example.org' }));
    const manage = /\?manage=([\w.-]+)/.exec((await loadMails())[0]?.body ?? '')?.[1];
    const { status, body } = await post(api, 'move', { manage, slot: getLaterTime(30), timeZone: 'UTC' });
    expect([status, body.end]).toEqual([200, getLaterTime(90)]);
    expect(await db.select().from(consultations)).toMatchObject([{ adviser: 2, channel: 'telephone' }]);
  });

  it('books an unconfirmed consultation at the new time, and refuses one in quarantine', async () => {
    const { id, reference } = await bookAndOpen();
    if (!reference) throw new Error('It has no reference');
    await changeMessagesAs(api.ctx, { references: [reference], change: { kind: 'SPAM', reason: 'links' } }, null);
    const { sequence } = await call('consultation', { id });
    const to = { id, sequence, start: getLaterTime(60), adviser: null, minutes: 30, isOutsideHours: false };
    expect((await getFailure(call('moveAppointment', to))).message).toContain('quarantine');
  });
});

describe('cancelling for the company', () => {
  it('frees the time, tells the visitor with a word, and can be undone while the time is free', async () => {
    const { id, sequence } = await bookAndOpen();
    await db.delete(outbox);
    const cancelled = await call('cancelAppointment', { id, sequence, word: 'We are closed that day.' });
    expect(cancelled).toMatchObject({ status: 'CANCELLED', sequence: 1, canRestore: true });
    expect((await loadMails())[0]?.body).toContain('We are closed that day.');
    expect(await listFreeStarts(api)).toContain(slot);
    const restored = await call('restoreAppointment', { id, sequence: 1 });
    expect(restored).toMatchObject({ status: 'BOOKED', sequence: 2, adviser: 1 });
    const last = (await loadMails()).filter(({ isReminder }) => !isReminder).at(-1);
    expect(parseIcalendar(last?.calendar ?? '')).toMatchObject({ METHOD: 'REQUEST', SEQUENCE: '2' });
    expect(await loadActs()).toEqual(['CANCEL', 'RESTORE']);
  });

  it('cannot be undone when somebody else has the time', async () => {
    await updateBookingRules(api, { advisers: 1 });
    const { id, sequence } = await bookAndOpen();
    await call('cancelAppointment', { id, sequence });
    await bookSampleConsultation(api, slot);
    expect((await call('consultation', { id })).canRestore).toBe(false);
    expect((await getFailure(call('restoreAppointment', { id, sequence: 1 }))).status).toBe(409);
    expect((await call('consultation', { id })).status).toBe('CANCELLED');
  });
});

describe('a visitor who did not come', () => {
  it('is noted once the consultation has begun, sends no mail, and can be taken back', async () => {
    const { id, sequence } = await bookAndOpen();
    expect((await getFailure(call('markNoShow', { id, sequence, isNoShow: true }))).status).toBe(409);
    await db.execute(
      sql`update consultations set during = tstzrange(now() - interval '20 minutes', now() + interval '10 minutes')`,
    );
    const mails = (await loadMails()).length;
    expect((await call('markNoShow', { id, sequence, isNoShow: true })).isNoShow).toBe(true);
    expect((await call('markNoShow', { id, sequence, isNoShow: false })).isNoShow).toBe(false);
    expect((await loadMails()).length).toBe(mails);
    expect(await loadActs()).toEqual(['NO_SHOW', 'NO_SHOW']);
  });
});

describe('channels', () => {
  it('are chosen by the visitor among those on offer, and are in the mails', async () => {
    await publishSettingFields(api.ctx, 'forms', ({ consultation }) => ({
      consultation: {
        ...consultation,
        otherChannels: ['on-site' as const],
        meetingPlace: '1 Weir Lane, Bristol',
        videoLink: 'https://meet.example/secret',
      },
    }));
    expect(JSON.stringify((await api.get('/api/settings')).body)).not.toContain('meet.example/secret');
    const onSite = await bookSampleConsultation(api, slot, { channel: 'on-site' });
    expect((await loadMails())[0]?.body).toContain('On site: ');
    expect((await loadMails())[0]?.body).toContain('1 Weir Lane, Bristol');
    const { body } = await api.get(`/api/consultation/details?manage=${onSite.manage}`);
    expect(body.call).toMatchObject({ channel: 'on-site', place: '1 Weir Lane, Bristol' });
    const refused = await post(api, 'book', makeBooking(getLaterTime(60), { channel: 'video' }));
    expect([refused.status, refused.body.error.fields[0].path]).toEqual([422, 'channel']);
  });
});
