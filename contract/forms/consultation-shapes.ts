import { z } from 'zod';
import { isTimeZone } from '../content/local-time.ts';
import { callChannels } from '../http/call-text.ts';
import { submitted } from './submission-shapes.ts';
import { createAddressInput } from './text-input.ts';

// Inputs and outputs of the operations on consultations.

const timeRange = { start: z.iso.datetime(), end: z.iso.datetime() };

export const slotsInput = z.object({
  timeZone: createAddressInput(64)
    .refine(isTimeZone, 'is not an IANA time zone such as Europe/London')
    .optional()
    .describe('IANA time zone by whose days the times are grouped; default: the zone of the working hours'),
  from: createAddressInput(10)
    .refine((text) => /^2\d{3}-/.test(text) && z.iso.date().safeParse(text).success, 'is not a date such as 2026-11-24')
    .optional()
    .describe('First of the seven days, in that zone; default: the day of the first free time'),
});

/**
 * Free slots of seven days, grouped by the days of a time zone; `previous` and `next` are values of `from` for paging.
 */
export const slotPage = z.object({
  timeZone: z.string(),
  officeTimeZone: z.string().describe('Time zone of the working hours'),
  slotMinutes: z.int(),
  from: z.string(),
  days: z.array(z.object({ date: z.string(), slots: z.array(z.object(timeRange)) })),
  previous: z.string().nullable(),
  next: z.string().nullable(),
});

/** A signed token in an address. */
export const tokenText = createAddressInput(500).min(1);

export const slotHold = z.object({
  hold: z.string(),
  ...timeRange,
  timeZone: z.string(),
  secondsLeft: z.int().describe('0 once the hold has expired; the time may still be free'),
  heldUntil: z.iso.datetime().nullable(),
});

/** The public fields of a consultation, for anyone who has its reference. */
export const consultationReceipt = z.object({
  ...timeRange,
  timeZone: z.string(),
  status: z
    .enum(['BOOKED', 'UNCONFIRMED', 'LAPSED', 'CANCELLED'])
    .describe(
      'UNCONFIRMED holds its time for a while; LAPSED no longer holds it, but can be confirmed while it is free',
    ),
  reference: z.string(),
  sequence: z.int().describe('How often it has been changed'),
  call: z
    .object({ channel: z.enum(callChannels), host: z.string().optional(), place: z.string().optional() })
    .describe(
      'How the call takes place, with whom if the company says it, and where, for the holder of the link: the link of a video call or an address',
    ),
  sendsMail: z.boolean().describe('Whether a mail server is configured'),
});

/** The fields of a consultation for the holder of its link. */
export const appointment = consultationReceipt.extend({
  heldUntil: z.iso.datetime().nullable().describe('When an unconfirmed appointment stops holding its time'),
  canConfirm: z.boolean().describe('Whether this link can confirm it: a link from an e-mail can, until it is booked'),
  hasNumber: z.boolean().describe('Whether a telephone number was given'),
});

/** A stored booking; `manage` is a token for the browser that sent the booking. */
export const booked = submitted.extend({ manage: z.optional(z.string()) });

/** A booked appointment as an iCalendar file (RFC 5545). */
export const calendarFile = z.object({ calendar: z.string() });

export type SlotPage = z.infer<typeof slotPage>;
export type SlotHold = z.infer<typeof slotHold>;
export type Appointment = z.infer<typeof appointment>;
export type ConsultationReceipt = z.infer<typeof consultationReceipt>;
export type Booked = z.infer<typeof booked>;
