import * as z from 'zod/mini';
import { fieldLimits } from './field-limits.ts';
import { optionalText, senderFields, text } from './form-fields.ts';
import { isTimeZone } from './local-time.ts';

// What the browser and the server check of a consultation. Instants are UTC, as `2026-11-24T09:30:00.000Z`.

/** The start of a consultation. */
const slot = z.iso
  .datetime('Please choose a time from those on offer.')
  .check(z.regex(/^2\d{3}-/, 'Please choose a time from those on offer.'));

const timeZone = z.string().check(z.refine(isTimeZone, 'This is no time zone such as Europe/London.'));

const token = z.string().check(z.regex(/^[\w.-]{1,500}$/, 'This link is not whole. Please copy all of it.'));

/** A consultation at a time; `hold` is what holding that time answered. */
export const bookingForm = z.strictObject({
  ...senderFields,
  slot,
  timeZone,
  hold: z.optional(token),
  message: optionalText(fieldLimits.message),
});

/** A consultation for which no time on offer fits. */
export const consultationRequestForm = z.strictObject({
  ...senderFields,
  timeZone,
  message: text(fieldLimits.message, 'Please say which days and times would suit you.'),
});

/** A time to be kept free while its form is filled in; `hold` is one that is given up for it. */
export const holdForm = z.strictObject({ slot, timeZone, hold: z.optional(token) });

/** `manage` is the token of the link that the confirmation holds. */
export const cancelForm = z.strictObject({ manage: token });
export const confirmForm = z.strictObject({ manage: token });
export const moveForm = z.strictObject({ manage: token, slot, timeZone });

export type BookingForm = z.infer<typeof bookingForm>;
export type ConsultationRequestForm = z.infer<typeof consultationRequestForm>;
export type HoldForm = z.infer<typeof holdForm>;
export type CancelForm = z.infer<typeof cancelForm>;
export type ConfirmForm = z.infer<typeof confirmForm>;
export type MoveForm = z.infer<typeof moveForm>;
