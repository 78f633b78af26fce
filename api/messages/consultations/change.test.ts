import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseIcalendar } from '../../../testing/calendar-text.ts';
import {
  bookSampleConsultation,
  createNetworkAddress,
  findFreeMorning,
  listFreeStarts,
  makeBooking,
  post,
  setUpBookingApi,
  updateBookingRules,
} from '../../../testing/consultations.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { consultations } from '../../db/consultation-tables.ts';
import { logRecords } from '../../db/studio-tables.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { changeMessagesAs } from '../inbox/change-messages.ts';
import { removeExpiredHolds } from './book.ts';
import { confirmByReference } from './change.ts';

const api = await setUpBookingApi({ advisers: 1 });
let slot: string;
beforeEach(async () => {
  slot = await findFreeMorning(api);
});

const getLaterTime = (minutes: number) => new Date(Date.parse(slot) + minutes * 60_000).toISOString();
const loadMails = () => api.ctx.db.select().from(outbox).orderBy(outbox.id);
const cancel = (manage: string) => post(api, 'cancel', { manage });
const move = (manage: string, to: string, timeZone = 'Europe/London') =>
  post(api, 'move', { manage, slot: to, timeZone });
const getDetails = (manage: string) => api.get(`/api/consultation/details?manage=${manage}`);

describe('the link of an appointment', () => {
  it('shows the appointment, however often it is opened, and changes nothing', async () => {
    const { manage, reference } = await bookSampleConsultation(api, slot);
    const before = [await api.ctx.db.select().from(consultations), await loadMails()];
    for (let times = 0; times < 3; times++) {
      const { status, headers, body } = await getDetails(manage);
      expect([status, headers['cache-control'], body.reference, body.status]).toEqual([
        200,
        'no-store',
        reference,
        'BOOKED',
      ]);
    }
    for (const verb of ['cancel', 'move'])
      expect((await api.get(`/api/consultation/${verb}?manage=${manage}&slot=${getLaterTime(30)}`)).status).toBe(405);
    expect([await api.ctx.db.select().from(consultations), await loadMails()]).toEqual(before);
  });

  it('is refused when a letter was changed or the token has another use', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    const [text = '', mac = ''] = manage.split('.');
    const content = JSON.parse(Buffer.from(text, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...content, use: 'hold' })).toString('base64url');
    for (const forged of [
      `${text}.${'A'.repeat(43)}`,
      `${other}.${mac}`,
      `${text}x.${mac}`,
      text,
      'x',
      '.'.repeat(300),
    ]) {
      expect((await getDetails(forged)).status).toBe(404);
      expect((await cancel(forged)).status).toBe(404);
      expect((await move(forged, getLaterTime(30))).status).toBe(404);
    }
    expect((await getDetails(manage)).body.status).toBe('BOOKED');
  });

  it('expires when the appointment is over', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    await api.ctx.db.execute(sql`update consultations
      set during = tstzrange(now() - interval '40 minutes', now() - interval '10 minutes')`);
    expect((await getDetails(manage)).status).toBe(410);
    expect((await cancel(manage)).status).toBe(410);
    expect((await move(manage, getLaterTime(30))).status).toBe(410);
    // A person without the link cannot learn that the appointment existed.
    await api.ctx.db.execute(sql`delete from consultations`);
    const erased = await getDetails(manage);
    expect([erased.status, erased.body.error.message]).toEqual([410, expect.stringContaining('no longer stored')]);
    expect((await getDetails(`${manage.slice(0, -3)}AAA`)).status).toBe(404);
  });
});

describe('cancelling', () => {
  it('frees the slot at once, deletes the reminder, and removes the event from both calendars', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    const [first] = await loadMails();
    expect((await cancel(manage)).body).toMatchObject({ status: 'CANCELLED', sequence: 1 });
    expect(await listFreeStarts(api)).toContain(slot);
    const after = await loadMails();
    expect(after.filter(({ isReminder }) => isReminder)).toHaveLength(0);
    const sentMails = after.slice(-2);
    expect(sentMails.map(({ recipient, calendarMethod }) => [recipient, calendarMethod])).toEqual([
      ['siobhan+site@example.org', 'CANCEL'],
      ['inbox@site.example', 'CANCEL'],
    ]);
    for (const { calendar } of sentMails)
      expect(parseIcalendar(calendar ?? '')).toMatchObject({
        METHOD: 'CANCEL',
        STATUS: 'CANCELLED',
        SEQUENCE: '1',
        UID: parseIcalendar(first?.calendar ?? '').UID,
      });
    expect((await bookSampleConsultation(api, slot)).status).toBe(200);
  });

  it('twice, or many times at once, equals cancelling once', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(manage)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await cancel(manage)).body.sequence).toBe(1);
    expect((await loadMails()).filter(({ calendarMethod }) => calendarMethod === 'CANCEL')).toHaveLength(2);
  });

  it('does not wait for a reminder that is being sent', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    const sender = await api.database.pool.connect();
    await sender.query('begin; select from outbox where is_reminder for update');
    // A cancellation that waited would be refused after 10 s.
    expect((await cancel(manage)).status).toBe(200);
    await sender.query('rollback');
    sender.release();
  });
});

describe('moving', () => {
  it('frees the old slot, takes the new slot, and updates calendars and reminder', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    const [first] = await loadMails();
    const { body } = await move(manage, getLaterTime(60), 'America/New_York');
    expect(body).toMatchObject({
      start: getLaterTime(60),
      status: 'BOOKED',
      sequence: 1,
      timeZone: 'America/New_York',
    });
    const free = await listFreeStarts(api);
    expect([free.includes(slot), free.includes(getLaterTime(60))]).toEqual([true, false]);
    const after = await loadMails();
    const reminders = after.filter(({ isReminder }) => isReminder);
    expect(reminders.map(({ dueAt }) => dueAt.toISOString())).toEqual([getLaterTime(60 - 24 * 60)]);
    const sentMails = after.filter(({ subject }) => subject.includes('moved'));
    expect(sentMails).toHaveLength(2);
    for (const { calendar, calendarMethod } of sentMails) {
      expect(calendarMethod).toBe('REQUEST');
      expect(parseIcalendar(calendar ?? '')).toMatchObject({
        METHOD: 'REQUEST',
        SEQUENCE: '1',
        UID: parseIcalendar(first?.calendar ?? '').UID,
        DTSTART: getLaterTime(60).replace(/[-:]|\.000/g, ''),
      });
    }
    // The link of the first mail still works.
    expect((await getDetails(manage)).body.start).toBe(getLaterTime(60));
    expect((await cancel(manage)).body.sequence).toBe(2);
  });

  it('to a taken slot is refused with 409 on the slot, and nothing changes', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    await bookSampleConsultation(api, getLaterTime(60));
    const before = [await api.ctx.db.select().from(consultations), await loadMails()];
    const { status, body } = await move(manage, getLaterTime(60));
    expect([status, body.error.fields[0].path]).toEqual([409, 'slot']);
    expect([await api.ctx.db.select().from(consultations), await loadMails()]).toEqual(before);
  });

  it('may overlap the old time, and changes nothing at the same time', async () => {
    await updateBookingRules(api, { advisers: 1, lengthMinutes: 60, stepMinutes: 30 });
    const { manage } = await bookSampleConsultation(api, slot);
    expect((await move(manage, slot)).body.sequence).toBe(0);
    expect((await move(manage, getLaterTime(30))).body).toMatchObject({ start: getLaterTime(30), sequence: 1 });
  });

  it('is refused to two visitors who want each other’s time, and forty concurrent moves never deadlock', async () => {
    const one = await bookSampleConsultation(api, slot);
    const two = await bookSampleConsultation(api, getLaterTime(30));
    const swap = await Promise.all([move(one.manage, getLaterTime(30)), move(two.manage, slot)]);
    expect(swap.map(({ status }) => status)).toEqual([409, 409]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => move((index % 2 ? one : two).manage, getLaterTime((index % 5) * 30))),
    );
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true);
    const rows = await api.ctx.db.select().from(consultations).where(eq(consultations.status, 'BOOKED'));
    expect(rows).toHaveLength(2);
  });

  it('is refused with 409 for a cancelled appointment', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    await cancel(manage);
    expect((await move(manage, getLaterTime(30))).status).toBe(409);
  });
});

const loadStatuses = async () =>
  (await api.ctx.db.select().from(consultations).orderBy(consultations.createdAt)).map(({ status }) => status);
const confirm = (manage: string) => post(api, 'confirm', { manage });
/** Lets the holds of unconfirmed bookings expire. */
const endHolds = () =>
  api.ctx.db.execute(
    sql`update consultations set held_until = now() - interval '1 second' where held_until is not null`,
  );

/** Books two times, so that the next booking of the same sender needs a confirmation, and makes that booking too. */
async function bookUnconfirmed(at = slot) {
  for (const minutes of [-120, -60]) await bookSampleConsultation(api, getLaterTime(minutes));
  return bookSampleConsultation(api, at);
}

describe('an ordinary booking', () => {
  it('is confirmed at once, also the second of a sender', async () => {
    await bookSampleConsultation(api, slot);
    await bookSampleConsultation(api, getLaterTime(30));
    expect(await loadStatuses()).toEqual(['BOOKED', 'BOOKED']);
  });
});

describe('a booking waits for its confirmation', () => {
  it.each([
    ['Siobhan@Example.org', 'siobhan+a@example.org', 'SIOBHAN+b@EXAMPLE.ORG'],
    ['ada.lovelace@gmail.com', 'adalovelace@googlemail.com', 'a.d.a.lovelace+x@Gmail.com'],
    ['ada@bücher.example', 'ADA@xn--bcher-kva.example', 'ada+1@BÜCHER.example'],
  ])('beyond two upcoming ones of an e-mail address, however it is spelt: %s', async (...emails) => {
    for (const [index, email] of emails.entries())
      expect((await post(api, 'book', makeBooking(getLaterTime(index * 30), { email }))).status).toBe(200);
    expect(await loadStatuses()).toEqual(['BOOKED', 'BOOKED', 'UNCONFIRMED']);
  });

  it.each([
    ['/24', (index: number) => `203.0.113.${index + 1}`],
    ['/24 written as IPv6', (index: number) => `::ffff:203.0.113.${index + 1}`],
    ['/48', (index: number) => `2001:db8:77:${index + 1}::1`],
  ])('beyond two upcoming ones of a %s', async (_name, getAddress) => {
    for (let index = 0; index < 3; index++) {
      const form = makeBooking(getLaterTime(index * 30), { email: `person${index}@example.org` });
      expect((await post(api, 'book', form, getAddress(index))).status).toBe(200);
    }
    expect(await loadStatuses()).toEqual(['BOOKED', 'BOOKED', 'UNCONFIRMED']);
  });

  it('does not count past and cancelled bookings', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    await bookSampleConsultation(api, getLaterTime(30));
    await post(api, 'cancel', { manage });
    await api.ctx.db.execute(sql`update consultations set during =
      tstzrange(now() - interval '2 hours', now() - interval '1 hour') where status = 'BOOKED'`);
    for (const minutes of [60, 90]) await bookSampleConsultation(api, getLaterTime(minutes));
    expect((await loadStatuses()).filter((status) => status === 'UNCONFIRMED')).toEqual([]);
  });

  it('when unconfirmed bookings hold a third of its day, from any sender', async () => {
    // A day has 16 half hours for one adviser: the sixth booking reaches a third.
    await updateBookingRules(
      api,
      { advisers: 1 },
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [['09:00', '17:00']]])),
    );
    const [first = ''] = (await listFreeStarts(api)).filter((start) => start.includes('T09:00'));
    const getStart = (index: number) => new Date(Date.parse(first) + index * 30 * 60_000).toISOString();
    const made = [];
    for (let index = 0; index < 8; index++)
      made.push(await bookSampleConsultation(api, getStart(index), { email: `person${index}@example.org` }));
    expect(await loadStatuses()).toEqual([...Array(6).fill('BOOKED'), 'UNCONFIRMED', 'UNCONFIRMED']);
    // The share is counted for each day.
    const nextDay = new Date(Date.parse(first) + 86_400_000).toISOString();
    await bookSampleConsultation(api, nextDay, { email: 'another@example.org' });
    expect((await loadStatuses()).at(-1)).toBe('BOOKED');
    // Confirmed bookings do not count towards the share.
    for (const { manage } of made.slice(6)) expect((await confirm(manage)).body.status).toBe('BOOKED');
    await post(api, 'cancel', { manage: made[0]?.manage });
    await bookSampleConsultation(api, getStart(8), { email: 'person8@example.org' });
    expect((await loadStatuses()).at(-1)).toBe('BOOKED');
  });

  it('when many are sent at once: two are confirmed, never more', async () => {
    await updateBookingRules(api, { advisers: 2 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        post(
          api,
          'book',
          makeBooking(getLaterTime((index % 20) * 30), { email: `person${index}@example.org` }),
          `2001:db8:5:${index}::1`,
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true);
    const all = await loadStatuses();
    expect(all.filter((status) => status === 'BOOKED')).toHaveLength(2);
    // One network holds at most twelve times.
    expect(all.filter((status) => status === 'UNCONFIRMED')).toHaveLength(12);
  });

  it('and reserves its time for half an hour, also against an earlier hold', async () => {
    for (const minutes of [-120, -60]) await bookSampleConsultation(api, getLaterTime(minutes));
    const { body: held } = await post(api, 'hold', { slot, timeZone: 'Europe/London' });
    const { manage, body } = await bookSampleConsultation(api, slot, { hold: held.hold });
    const { body: seen } = await getDetails(manage);
    expect(seen).toMatchObject({ status: 'UNCONFIRMED', start: slot, canConfirm: true });
    const minutesLeft = (Date.parse(seen.heldUntil) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(29);
    expect(minutesLeft).toBeLessThanOrEqual(30);
    expect(await listFreeStarts(api)).not.toContain(slot);
    expect((await post(api, 'book', makeBooking(slot, { email: 'else@example.org' }))).status).toBe(409);
    const { body: receipt } = await api.get(`/api/consultation/receipt?reference=${body.reference}`);
    expect(receipt).toMatchObject({ status: 'UNCONFIRMED' });
    expect(receipt).not.toHaveProperty('heldUntil');
    expect((await api.get(`/api/consultation/calendar?manage=${manage}`)).status).toBe(409);
    await endHolds();
    expect(await listFreeStarts(api)).toContain(slot);
    expect((await getDetails(manage)).body).toMatchObject({ status: 'LAPSED', heldUntil: null, canConfirm: true });
    expect((await post(api, 'book', makeBooking(slot, { email: 'else@example.org' }))).status).toBe(200);
  });

  it('and its mail has a link, no calendar file and no text of the sender; there is no reminder', async () => {
    for (const minutes of [-120, -60]) await bookSampleConsultation(api, getLaterTime(minutes));
    const before = (await loadMails()).length;
    await bookSampleConsultation(api, slot, { message: 'Buy pills', name: 'Ada Lovelace' });
    const [toVisitor, toCompany, ...more] = (await loadMails()).slice(before);
    expect(more).toEqual([]);
    expect(toVisitor).toMatchObject({ recipient: 'siobhan+site@example.org', calendar: null });
    expect(toVisitor?.subject).toMatch(/^Please confirm your consultation \(/);
    expect(toVisitor?.body).toMatch(/^Hello Ada,\n/);
    expect(toVisitor?.body).toContain('/book-a-free-consultation?manage=');
    expect(toVisitor?.body).toContain('By telephone: Our company will call you.');
    expect(toVisitor?.body).not.toContain('Buy pills');
    expect(toCompany).toMatchObject({ recipient: 'inbox@site.example', calendar: null });
    expect(toCompany?.subject).toContain('not confirmed');
    expect(toCompany?.body).toContain('Buy pills');
    expect(toCompany?.body).not.toContain('manage=');
  });
});

describe('confirming', () => {
  it('books the time, sends the calendar file to both sides and sets the reminder, once', async () => {
    const { manage } = await bookUnconfirmed();
    const before = (await loadMails()).length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(manage)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 BOOKED']));
    const sentMails = (await loadMails()).slice(before);
    expect(
      sentMails.map(({ recipient, calendarMethod, isReminder }) => [recipient, calendarMethod, isReminder]),
    ).toEqual([
      ['siobhan+site@example.org', 'REQUEST', false],
      ['inbox@site.example', 'REQUEST', false],
      ['siobhan+site@example.org', null, true],
    ]);
    expect(parseIcalendar(sentMails[0]?.calendar ?? '')).toMatchObject({ STATUS: 'CONFIRMED', SEQUENCE: '0' });
    await endHolds();
    expect(await listFreeStarts(api)).not.toContain(slot);
  });

  it('needs a POST with the link of the mail', async () => {
    const { manage, body } = await bookUnconfirmed();
    await getDetails(manage);
    expect((await api.get(`/api/consultation/confirm?manage=${manage}`)).status).toBe(405);
    // The browser's token shows and cancels; only the link of the mail proves that the mail arrived.
    expect((await getDetails(body.manage)).body).toMatchObject({ status: 'UNCONFIRMED', canConfirm: false });
    expect((await confirm(body.manage)).status).toBe(403);
    expect((await post(api, 'move', { manage: body.manage, slot: getLaterTime(60), timeZone: 'UTC' })).status).toBe(
      403,
    );
    expect((await loadStatuses()).at(-1)).toBe('UNCONFIRMED');
  });

  it('too late still books a free time', async () => {
    const { manage } = await bookUnconfirmed();
    await endHolds();
    expect((await confirm(manage)).body).toMatchObject({ status: 'BOOKED', start: slot, heldUntil: null });
  });

  it('too late books a time that was taken and freed again', async () => {
    const { manage } = await bookUnconfirmed();
    await endHolds();
    const other = await bookSampleConsultation(api, slot, { email: 'else@example.org' });
    await post(api, 'cancel', { manage: other.manage });
    expect((await confirm(manage)).body).toMatchObject({ status: 'BOOKED', start: slot });
  });

  it('too late is refused with 409 when the time was taken, and the same link can choose another', async () => {
    const { manage } = await bookUnconfirmed();
    await endHolds();
    await bookSampleConsultation(api, slot, { email: 'else@example.org' });
    const { status, body } = await confirm(manage);
    expect([status, body.error.fields[0].path]).toEqual([409, 'slot']);
    expect((await getDetails(manage)).body.status).toBe('LAPSED');
    const moved = await post(api, 'move', { manage, slot: getLaterTime(60), timeZone: 'Europe/London' });
    expect(moved.body).toMatchObject({ status: 'BOOKED', start: getLaterTime(60) });
    expect((await loadMails()).at(-1)).toMatchObject({ isReminder: true });
    expect((await getDetails(manage)).body.status).toBe('BOOKED');
  });

  it('is refused with 409 for a cancelled booking', async () => {
    const { manage } = await bookUnconfirmed();
    expect((await post(api, 'cancel', { manage })).body.status).toBe('CANCELLED');
    expect(await listFreeStarts(api)).toContain(slot);
    expect((await confirm(manage)).status).toBe(409);
    // No calendar has the event, and the visitor who cancelled sees the result on the page.
    const last = (await loadMails()).at(-1);
    expect(last).toMatchObject({ recipient: 'inbox@site.example', calendar: null });
  });

  it('changes nothing for a booking that needed no confirmation', async () => {
    const { manage } = await bookSampleConsultation(api, slot);
    const before = await loadMails();
    expect((await confirm(manage)).body.status).toBe('BOOKED');
    expect(await loadMails()).toEqual(before);
  });
});

describe('a booking in quarantine', () => {
  const asSpam = { homepage: 'https://spam.example' };

  it('reserves nothing, and its mails wait', async () => {
    await bookSampleConsultation(api, slot, asSpam);
    expect(await loadStatuses()).toEqual(['LAPSED']);
    expect(await listFreeStarts(api)).toContain(slot);
    expect((await loadMails()).every(({ held }) => held)).toBe(true);
    expect((await loadMails()).every(({ calendar, isReminder }) => calendar === null && !isReminder)).toBe(true);
  });

  it('gives up the hold that it came with', async () => {
    const { body: held } = await post(api, 'hold', { slot, timeZone: 'Europe/London' });
    await bookSampleConsultation(api, slot, { ...asSpam, hold: held.hold });
    expect(await listFreeStarts(api)).toContain(slot);
  });

  it('is confirmed by the link of its mail after the release, and not before', async () => {
    const { manage } = await bookSampleConsultation(api, slot, asSpam);
    expect((await confirm(manage)).status).toBe(409);
    await api.ctx.db.update(submissions).set({ quarantinedFor: null });
    await api.ctx.db.update(outbox).set({ held: false });
    expect((await confirm(manage)).body).toMatchObject({ status: 'BOOKED', start: slot });
  });
});

describe('a booking whose quarantine a proof of work lifts', () => {
  async function bookFast() {
    const { body } = await post(api, 'book', makeBooking(slot, { fillTime: '100' }));
    const solution = await solveChallenge({ challenge: body.challenge, deriveKey });
    if (!solution) throw new Error('no solution');
    const { counter, derivedKey } = solution;
    const payload = { challenge: body.challenge, solution: { counter, derivedKey } };
    const prove = () => api.get('/api/form/prove', { method: 'POST', headers: fromPage, payload });
    return { ...body, prove };
  }

  it('is booked like any other, with its mails', async () => {
    const { prove, manage } = await bookFast();
    expect(await loadStatuses()).toEqual(['LAPSED']);
    expect((await prove()).status).toBe(200);
    expect((await getDetails(manage)).body).toMatchObject({ status: 'BOOKED', start: slot });
    const sentMails = await loadMails();
    expect(
      sentMails.map(({ subject, held, calendarMethod }) => [subject.split(' (')[0], held, calendarMethod]),
    ).toEqual([
      ['Your consultation is booked', false, 'REQUEST'],
      [expect.stringMatching(/^Consultation .* with Siobhán/), false, 'REQUEST'],
      ['Reminder: your consultation', false, null],
    ]);
    expect((await prove()).status).toBe(200);
    expect(await loadMails()).toEqual(sentMails);
  });

  it('waits for its confirmation beyond the limits', async () => {
    for (const minutes of [-120, -60]) await bookSampleConsultation(api, getLaterTime(minutes));
    const { prove, manage } = await bookFast();
    await prove();
    expect((await getDetails(manage)).body.status).toBe('UNCONFIRMED');
    expect((await loadMails()).filter(({ subject }) => subject.startsWith('Please confirm'))).toHaveLength(1);
  });

  it('keeps the mail with its link when the time was taken meanwhile', async () => {
    const { prove, manage } = await bookFast();
    await bookSampleConsultation(api, slot, { email: 'else@example.org' });
    expect((await prove()).status).toBe(200);
    expect((await getDetails(manage)).body.status).toBe('LAPSED');
    const [first] = await loadMails();
    expect([first?.subject.startsWith('Please confirm'), first?.held]).toEqual([true, false]);
  });
});

describe('an operator', () => {
  it('frees the time and deletes the reminder by putting a booking into quarantine', async () => {
    const { reference, manage } = await bookSampleConsultation(api, slot);
    await api.ctx.db.update(outbox).set({ sentAt: new Date() }).where(eq(outbox.isReminder, false));
    await changeMessagesAs(api.ctx, { references: [reference], change: { kind: 'SPAM', reason: 'spam' } }, null);
    expect(await listFreeStarts(api)).toContain(slot);
    expect((await loadMails()).filter(({ isReminder }) => isReminder)).toHaveLength(0);
    expect((await confirm(manage)).status).toBe(409);
    await expect(confirmByReference(api.ctx, reference)).rejects.toMatchObject({ code: 'conflict' });
    await changeMessagesAs(api.ctx, { references: [reference], change: { kind: 'NOT_SPAM' } }, null);
    expect(await confirmByReference(api.ctx, reference.toLowerCase())).toMatchObject({ status: 'BOOKED', start: slot });
  });

  it('books the time and informs both sides by confirming for a visitor', async () => {
    const { reference } = await bookUnconfirmed();
    const before = (await loadMails()).length;
    expect((await confirmByReference(api.ctx, reference)).status).toBe('BOOKED');
    expect((await loadMails()).length - before).toBe(3);
    expect(await api.ctx.db.$count(logRecords, eq(logRecords.subjectId, reference))).toBe(1);
    await expect(confirmByReference(api.ctx, '0000-0000')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('maintenance', () => {
  it('clears the network of past appointments only', async () => {
    await bookSampleConsultation(api, slot);
    await bookSampleConsultation(api, getLaterTime(30));
    await api.ctx.db.execute(sql`update consultations set during =
      tstzrange(now() - interval '2 hours', now() - interval '1 hour') where lower(during) = ${slot}::timestamptz`);
    await removeExpiredHolds(api.ctx);
    const rows = await api.ctx.db.select().from(consultations).orderBy(consultations.createdAt);
    expect(rows.map(({ network }) => network === null)).toEqual([true, false]);
  });
});

describe('holds of one network', () => {
  it('are twelve at most; another hold is refused with 429', async () => {
    await updateBookingRules(api, { advisers: 2 });
    const holdSlot = (index: number) =>
      post(api, 'hold', { slot: getLaterTime(index * 30), timeZone: 'UTC' }, `2001:db8:9:${index}::1`);
    for (let index = 0; index < 12; index++) expect((await holdSlot(index)).status).toBe(200);
    const { status, headers } = await holdSlot(12);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await post(api, 'hold', { slot: getLaterTime(390), timeZone: 'UTC' }, createNetworkAddress())).status).toBe(
      200,
    );
  });
});
