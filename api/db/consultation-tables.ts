import {
  boolean,
  customType,
  date,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  time as timeOfDay,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CallChannel } from '../../contract/http/call-text.ts';
import { reference, time } from './columns.ts';

// Consultations, their advisers and rules, see migrations 0006, 0017 and 0070; `tables.test.ts` compares these tables
// with the database.

const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' });

export const consultationSettings = pgTable('consultation_settings', {
  id: boolean().primaryKey().default(true),
  timeZone: text('time_zone'),
  slotMinutes: integer('slot_minutes').notNull().default(30),
  stepMinutes: integer('step_minutes').notNull().default(30),
  leadMinutes: integer('lead_minutes').notNull().default(1440),
  horizonDays: integer('horizon_days').notNull().default(30),
  advisers: integer().notNull().default(2),
  holdMinutes: integer('hold_minutes').notNull().default(5),
});

export const consultationHours = pgTable(
  'consultation_hours',
  { weekday: integer().notNull(), opens: timeOfDay().notNull(), closes: timeOfDay().notNull() },
  (table) => [primaryKey({ columns: [table.weekday, table.opens] })],
);

export const consultationDaysOff = pgTable('consultation_days_off', {
  day: date().primaryKey(),
  reason: text().notNull().default(''),
  fromFile: boolean('from_file').notNull().default(false),
});

export const consultationStatusEnum = pgEnum('consultation_status', [
  'HELD',
  'BOOKED',
  'CANCELLED',
  'UNCONFIRMED',
  'LAPSED',
]);

export const consultations = pgTable('consultations', {
  id: uuid().primaryKey().defaultRandom(),
  adviser: integer().notNull(),
  during: tstzrange().notNull(),
  status: consultationStatusEnum().notNull(),
  heldUntil: time('held_until'),
  timeZone: text('time_zone').notNull(),
  sequence: integer().notNull().default(0),
  submissionId: reference('submission_id'),
  confirmedAt: time('confirmed_at'),
  network: text(),
  emailKey: text('email_key'),
  createdAt: time('created_at').notNull().defaultNow(),
  blocked: tstzrange(),
  channel: text().$type<CallChannel>(),
  place: text(),
  noShowAt: time('no_show_at'),
  bookedBy: reference('booked_by'),
});

export const consultationAdvisers = pgTable('consultation_advisers', {
  id: integer().primaryKey(),
  name: text().notNull().default(''),
  email: text(),
  userId: reference('user_id'),
  colour: integer().notNull().default(0),
  hasOwnHours: boolean('has_own_hours').notNull().default(false),
  timeZone: text('time_zone'),
  bufferBefore: integer('buffer_before').notNull().default(0),
  bufferAfter: integer('buffer_after').notNull().default(0),
  videoLink: text('video_link'),
  place: text(),
  goneOn: date('gone_on'),
  feedSha256: text('feed_sha256'),
  feedMadeAt: time('feed_made_at'),
  version: integer().notNull().default(1),
});

const stretch = { opens: timeOfDay().notNull(), closes: timeOfDay().notNull() };

export const consultationAdviserHours = pgTable(
  'consultation_adviser_hours',
  { adviser: integer().notNull(), weekday: integer().notNull(), ...stretch },
  (table) => [primaryKey({ columns: [table.adviser, table.weekday, table.opens] })],
);

export const consultationExceptions = pgTable(
  'consultation_exceptions',
  { adviser: integer().notNull(), day: date().notNull(), ...stretch },
  (table) => [primaryKey({ columns: [table.adviser, table.day, table.opens] })],
);

export const consultationAdviserDaysOff = pgTable(
  'consultation_adviser_days_off',
  {
    adviser: integer().notNull(),
    day: date().notNull(),
    reason: text().notNull().default(''),
    fromFile: boolean('from_file').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.adviser, table.day] })],
);
