import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { publishSettingFields } from '../api/content/settings.ts';
import type { Context } from '../api/context.ts';
import { consultationSettings, consultations } from '../api/db/consultation-tables.ts';
import { outbox, submissions } from '../api/db/tables.ts';
import { setAdviserCount } from '../api/messages/consultations/booking-rules.ts';
import type { BookingInput } from '../contract/forms/consultation-form.ts';
import type { TestApi } from './api.ts';
import { fromPage } from './sample-forms.ts';
import { setUpApi } from './set-up.ts';

/** The booking rules that a test sets. */
export interface BookingRules {
  timeZone?: string | null;
  lengthMinutes?: number;
  stepMinutes?: number;
  noticeMinutes?: number;
  horizonDays?: number;
  advisers?: number;
  holdMinutes?: number;
}

/** Working hours of a day by ISO weekday: `{ 1: [['09:00', '12:00']] }`. */
export type Hours = Record<number, [opens: string, closes: string][]>;

/** Every day from 00:00 to 24:00, so that there is always a free slot. */
export const alwaysOpen: Hours = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [['00:00', '24:00']]]));

/** Sets the booking rules of a test; rules that are not given have the values below. */
export async function updateBookingRules(
  { ctx: { db } }: { ctx: Context },
  changes: BookingRules = {},
  hours: Hours = alwaysOpen,
): Promise<void> {
  const rules = {
    timeZone: null,
    lengthMinutes: 30,
    stepMinutes: 30,
    noticeMinutes: 60,
    horizonDays: 10,
    advisers: 2,
    holdMinutes: 5,
    ...changes,
  };
  const { lengthMinutes, noticeMinutes, horizonDays, advisers, ...others } = rules;
  await publishSettingFields({ db }, 'forms', ({ consultation }) => ({
    consultation: { ...consultation, lengthMinutes, noticeMinutes, horizonDays },
  }));
  await db.update(consultationSettings).set(others);
  await db.execute(sql`delete from consultation_advisers`);
  await setAdviserCount({ db }, advisers);
  await db.execute(sql`delete from consultation_hours`);
  await db.execute(sql`delete from consultation_days_off`);
  for (const [weekday, openHours] of Object.entries(hours))
    for (const [opens, closes] of openHours)
      await db.execute(
        sql`insert into consultation_hours values (${Number(weekday)}, ${opens}::time, ${closes}::time)`,
      );
}

/** Deletes all bookings, holds, submissions and mails. */
export async function clearBookings({ ctx: { db } }: TestApi): Promise<void> {
  await db.delete(consultations);
  await db.delete(outbox);
  await db.delete(submissions);
}

/** Opens the API for the tests of a file. Each test begins without bookings and with these booking rules. */
export async function setUpBookingApi(rules: BookingRules = {}): Promise<TestApi> {
  const api = await setUpApi();
  beforeEach(async () => {
    await clearBookings(api);
    await updateBookingRules(api, rules);
  });
  return api;
}

type FormVerb = 'hold' | 'book' | 'request' | 'cancel' | 'move' | 'confirm';

/** Sends a form of the consultation page as a script of the site does, by default from a network of its own. */
export function post(
  { get }: TestApi,
  verb: FormVerb,
  payload: object,
  remoteAddress: string = createNetworkAddress(),
) {
  return get(`/api/consultation/${verb}`, { method: 'POST', headers: fromPage, payload, remoteAddress });
}

let networks = 0;

/** Returns an address in a /48 that no other test of this process uses. */
export function createNetworkAddress(): string {
  networks += 1;
  return `2001:db8:${(networks + 0x1000).toString(16)}::1`;
}

/** Returns the starts of the free slots as instants, from the given day or from the first free one. */
export async function listFreeStarts({ get }: TestApi, query: Record<string, string> = {}): Promise<string[]> {
  const { body } = await get(`/api/consultation/slots?${new URLSearchParams(query)}`);
  return body.days.flatMap(({ slots }: { slots: { start: string }[] }) => slots.map(({ start }) => start));
}

/** Returns a free start at ten in the morning, at least two days ahead, with further free slots on the same day. */
export async function findFreeMorning(api: TestApi): Promise<string> {
  const starts = await listFreeStarts(api);
  const found = starts.find((start) => start.includes('T10:00') && Date.parse(start) > Date.now() + 2 * 86_400_000);
  if (!found) throw new Error('no morning is free');
  return found;
}

/** Returns the input of a booking, with a new idempotency key. */
export function makeBooking(slot: string, overrides: Partial<BookingInput> = {}): BookingInput {
  return {
    name: "Siobhán O'Beirne",
    email: 'siobhan+site@example.org',
    timeZone: 'Europe/London',
    slot,
    key: randomUUID(),
    ...overrides,
  };
}

/** Books a slot. Returns the reference, and the token of the link in the visitor's mail. */
export async function bookSampleConsultation(api: TestApi, slot: string, overrides: Partial<BookingInput> = {}) {
  const form = makeBooking(slot, overrides);
  const answer = await post(api, 'book', form);
  const mails = await api.ctx.db.select().from(outbox);
  const mail = mails.find(
    ({ recipient, subject }) => recipient === form.email && subject.includes(answer.body.reference),
  );
  const manage = /\?manage=([\w.-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  return { ...answer, form, reference: answer.body.reference as string, manage };
}
