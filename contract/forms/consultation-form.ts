import * as z from 'zod/mini';
import { isTimeZone } from '../content/local-time.ts';
import { callChannels } from '../http/call-text.ts';
import { fieldLimits } from './field-limits.ts';
import { createOptionalTextField, createRequiredTextField, senderFields } from './form-fields.ts';

// The schemas of consultation forms, for browser and server. Instants are UTC, as `2026-11-24T09:30:00.000Z`.

/** The start of a consultation. */
const slot = z.iso
  .datetime('Please choose a time from those on offer.')
  .check(z.regex(/^2\d{3}-/, 'Please choose a time from those on offer.'));

const timeZone = z.string().check(z.refine(isTimeZone, 'That is not a time zone. Use one such as Europe/London.'));

const token = z.string().check(z.regex(/^[\w.-]{1,500}$/, 'This link is incomplete. Please copy all of it.'));

/** A booking of an offered slot; `hold` is the token of the slot's hold. */
export const bookingForm = z.strictObject({
  ...senderFields,
  slot,
  timeZone,
  hold: z.optional(token),
  /** One of the channels on offer; without it the usual one. */
  channel: z.optional(z.enum(callChannels, 'Please choose one of the ways on offer.')),
  message: createOptionalTextField(fieldLimits.message),
});

/** A request for a consultation at a time that is not offered. */
export const consultationRequestForm = z.strictObject({
  ...senderFields,
  timeZone,
  message: createRequiredTextField(fieldLimits.message, 'Please say which days and times would suit you.'),
});

/** A slot to hold while its form is filled in; `hold` is the token of a hold to give up. */
export const holdForm = z.strictObject({ slot, timeZone, hold: z.optional(token) });

/** `manage` is the token in the link of the confirmation. */
export const cancelForm = z.strictObject({ manage: token });
export const confirmForm = z.strictObject({ manage: token });
export const moveForm = z.strictObject({ manage: token, slot, timeZone });

export type BookingInput = z.infer<typeof bookingForm>;
export type ConsultationRequestForm = z.infer<typeof consultationRequestForm>;
export type HoldForm = z.infer<typeof holdForm>;
export type CancelForm = z.infer<typeof cancelForm>;
export type ConfirmForm = z.infer<typeof confirmForm>;
export type MoveForm = z.infer<typeof moveForm>;
