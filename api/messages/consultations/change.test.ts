import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseIcalendar } from '../../../testing/calendar-text.ts';
import {
  bookSampleConsultation,
  findFreeMorning,
  listFreeStarts,
  post,
  setUpBookingApi,
  updateBookingRules,
} from '../../../testing/consultations.ts';
import { consultations } from '../../db/consultation-tables.ts';
import { outbox } from '../../db/tables.ts';

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
