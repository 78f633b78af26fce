import { z } from 'zod';
import { isTimeZone } from '../content/local-time.ts';
import { isEmail } from '../forms/email.ts';
import { fieldLimits } from '../forms/field-limits.ts';
import { callChannels } from '../http/call-text.ts';
import { adviserColours, internationalNumber } from './consultation-limits.ts';

// Inputs and outputs of the Studio's operations on consultations.

const dateTime = z.iso.datetime();
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must be on one line');
const zone = z.string().refine(isTimeZone, 'is not an IANA time zone such as Europe/London');

export const consultationId = z.uuid();
export const adviserId = z.int().min(1).max(2_000_000_000);
/** An adviser, or null for all of them: the company. */
export const adviserOrCompany = adviserId.nullable();
export const calendarDate = z.iso.date().regex(/^2\d{3}-/, 'is not a date such as 2026-12-01');
export const consultationStart = dateTime.regex(/^2\d{3}-/, 'is not a time');
/** Minutes of one consultation. */
export const consultationMinutes = z.int().min(5).max(480);

const timeOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time such as 09:30');

/** Working hours of a day: local times, in order, without an overlap. */
const stretches = z
  .array(z.object({ opens: timeOfDay, closes: timeOfDay }))
  .max(6, 'must have at most six stretches')
  .refine(
    (list) => list.every(({ opens, closes }, index) => opens < closes && opens >= (list[index - 1]?.closes ?? '')),
    'must be in order, such as 09:00 to 12:00 and 13:00 to 17:00',
  );

/** A usual week: seven days from Monday. */
export const weekHours = z.array(stretches).length(7);
export { stretches as dayHours };

export const adviserSummary = z.object({
  id: adviserId,
  /** Empty until somebody names the adviser. */
  name: z.string(),
  colour: z.int(),
  timeZone: z.string().describe('Of the adviser’s hours'),
  isPresent: z.boolean(),
});

const channel = z.enum(callChannels);

export const consultationItem = z.object({
  id: consultationId,
  /** Null while a visitor still fills in the form. */
  reference: z.string().nullable(),
  adviser: adviserId,
  start: dateTime,
  end: dateTime,
  /** Minutes before and after in which the adviser has no other consultation. */
  bufferBefore: z.number(),
  bufferAfter: z.number(),
  status: z.enum(['HELD', 'BOOKED', 'UNCONFIRMED', 'LAPSED', 'CANCELLED']),
  heldUntil: dateTime.nullable(),
  /** Who comes; empty for a held time. */
  name: z.string(),
  hasEmail: z.boolean().describe('Whether the visitor can be told of a change by e-mail'),
  channel: channel.nullable(),
  isNoShow: z.boolean(),
  /** Counts changes; an act names the one that its user has seen. */
  sequence: z.int(),
});

export const consultationRange = z.object({
  timeZone: z.string().describe('The company’s zone, by which the days are cut'),
  now: dateTime,
  lengthMinutes: z.int(),
  advisers: z.array(adviserSummary),
  items: z.array(consultationItem),
  /** When advisers work. */
  hours: z.array(z.object({ adviser: adviserId, start: dateTime, end: dateTime })),
  daysOff: z.array(z.object({ adviser: adviserOrCompany, day: z.string(), reason: z.string() })),
});

const mailStates = ['WAITING', 'SENT', 'HELD', 'GIVEN_UP'] as const;

export const openedConsultation = consultationItem.extend({
  adviserName: z.string(),
  adviserTimeZone: z.string(),
  visitorTimeZone: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  message: z.string(),
  createdAt: dateTime,
  place: z.string().nullable().describe('The link of the video call, or the address of the meeting'),
  bookedBy: z.string().nullable().describe('The user who booked for a caller; null: the visitor'),
  isOver: z.boolean(),
  /** Whether it lies outside of the adviser's hours, which may have changed since. */
  isOutsideHours: z.boolean(),
  /** Whether a cancellation can be undone: the time is still free. */
  canRestore: z.boolean(),
  mails: z.array(
    z.object({
      id: z.int(),
      recipient: z.string(),
      subject: z.string(),
      state: z.enum(mailStates),
      /** When the mail was sent or given up, or is due. */
      at: dateTime,
      lastError: z.string().nullable(),
      isReminder: z.boolean(),
    }),
  ),
});

/** What an act on one consultation needs: the consultation as the user has seen it. */
export const seenConsultation = { id: consultationId, sequence: z.int().min(0) };

const word = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^(?:\P{Cc}|[\n\r\t])*$/u, 'contains a control character')
  .optional()
  .describe('What the mail says to the visitor');

/** A time that people of the company choose. */
const staffTime = {
  start: consultationStart,
  adviser: adviserOrCompany.describe('Null: the first adviser who is free'),
  minutes: consultationMinutes,
  isOutsideHours: z.boolean().default(false).describe('Also where the adviser does not work'),
};

const heldToken = z
  .string()
  .max(500)
  .regex(/^[\w.-]+$/);

export const holdInput = z.object({ ...staffTime, hold: heldToken.optional() });

export const bookingForCaller = z
  .object({
    ...staffTime,
    hold: heldToken.optional(),
    key: z.uuid(),
    timeZone: zone.describe('Of the caller'),
    name: line(fieldLimits.name).min(1, 'is required'),
    email: z
      .string()
      .trim()
      .refine((text) => text === '' || isEmail(text), 'is not an e-mail address')
      .default('')
      .describe('Empty for a caller who has none, who then gets no mails'),
    contactNumber: line(fieldLimits.contactNumber)
      .regex(internationalNumber, 'must begin with + and the country code, such as +44 1632 960123')
      .optional(),
    company: line(fieldLimits.company).optional(),
    message: z
      .string()
      .max(fieldLimits.message)
      .regex(/^[^\0]*$/)
      .optional(),
    channel: channel.optional(),
    place: line(300).optional(),
  })
  .refine(({ email, contactNumber }) => email || contactNumber, {
    path: ['contactNumber'],
    message: 'is required without an e-mail address',
  });

export const moveInput = z.object({ ...seenConsultation, ...staffTime, word });
export const cancelInput = z.object({ ...seenConsultation, word });

export const adviserDetails = z.object({
  id: adviserId,
  version: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  userId: z.int().nullable(),
  colour: z.int(),
  timeZone: z.string().nullable().describe('Null: the company’s'),
  bufferBefore: z.int(),
  bufferAfter: z.int(),
  videoLink: z.string().nullable(),
  place: z.string().nullable(),
  goneOn: z.string().nullable(),
  hours: weekHours.nullable().describe('Null: the company’s hours'),
  exceptions: z.array(z.object({ day: z.string(), hours: stretches })),
  daysOff: z.array(z.object({ day: z.string(), reason: z.string(), isFromFile: z.boolean() })),
  feedMadeAt: dateTime.nullable().describe('When the link of the calendar feed was made; null: there is none'),
  upcoming: z.int().describe('Booked consultations from now on'),
});

const minutesOfBuffer = z.int().min(0).max(240);

/** An adviser as a form sends it; without an id it is a new one. */
export const adviserInput = z.object({
  id: adviserId.optional(),
  version: z.int().optional(),
  name: line(80).min(1, 'is required'),
  email: z
    .string()
    .trim()
    .refine((text) => text === '' || isEmail(text), 'is not an e-mail address')
    .transform((text) => text || null),
  userId: z.int().min(1).nullable(),
  colour: z
    .int()
    .min(0)
    .max(adviserColours - 1),
  timeZone: zone.nullable(),
  bufferBefore: minutesOfBuffer,
  bufferAfter: minutesOfBuffer,
  videoLink: line(300)
    .refine(
      (text) => text === '' || /^https:\/\/\S+$/.test(text),
      'must be an address such as https://meet.example.com/ada',
    )
    .transform((text) => text || null),
  place: line(200).transform((text) => text || null),
  goneOn: calendarDate.nullable(),
  hours: weekHours.nullable(),
});

export const companyRules = z.object({
  timeZone: z.string(),
  /** Whether the consultations have a zone of their own, which is not the company's. */
  hasOwnZone: z.boolean(),
  hours: weekHours,
  stepMinutes: z.int(),
  holdMinutes: z.int(),
  lengthMinutes: z.int(),
  noticeMinutes: z.int(),
  horizonDays: z.int(),
  daysOff: z.array(z.object({ day: z.string(), reason: z.string(), isFromFile: z.boolean() })),
});

export const companyRulesInput = z.object({
  hours: weekHours,
  stepMinutes: z.int().min(5).max(480),
  holdMinutes: z.int().min(1).max(60),
});

export type AdviserSummary = z.output<typeof adviserSummary>;
export type AdviserDetails = z.output<typeof adviserDetails>;
export type AdviserInput = z.output<typeof adviserInput>;
export type CompanyRules = z.output<typeof companyRules>;
export type ConsultationItem = z.output<typeof consultationItem>;
export type ConsultationRange = z.output<typeof consultationRange>;
export type OpenedConsultation = z.output<typeof openedConsultation>;
export type BookingForCaller = z.output<typeof bookingForCaller>;
export type MoveInput = z.output<typeof moveInput>;
export type DayHours = z.output<typeof stretches>;
