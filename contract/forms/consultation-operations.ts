import { z } from 'zod';
import type { Operation } from '../http/operation.ts';
import {
  bookingForm,
  cancelForm,
  confirmForm,
  consultationRequestForm,
  holdForm,
  moveForm,
} from './consultation-form.ts';
import {
  appointment,
  booked,
  calendarFile,
  consultationReceipt,
  slotHold,
  slotPage,
  slotsInput,
  tokenText,
} from './consultation-shapes.ts';
import { submitted } from './submission-shapes.ts';
import { createAddressInput } from './text-input.ts';

// Of the reads, only the one by a reference has a rate limit, because a reference is short. Nobody can guess a token.
const common = { tag: 'Consultation', cache: 'never' } as const;
const noInput = z.object({});

/** The operations of consultations; all are additions to the specification (readings, "Forms"). */
export const consultationOperations = {
  consultationSlots: {
    ...common,
    method: 'GET',
    path: '/api/consultation/slots',
    summary: 'The free times of seven days, grouped by day in a time zone',
    input: slotsInput,
    output: slotPage,
  },
  consultationHold: {
    ...common,
    method: 'GET',
    path: '/api/consultation/held',
    summary: 'The held time, and for how long it is held',
    input: z.object({ hold: tokenText }),
    output: slotHold,
  },
  consultationDetails: {
    ...common,
    method: 'GET',
    path: '/api/consultation/details',
    summary: 'The appointment behind a link from an e-mail; reading it changes nothing',
    input: z.object({ manage: tokenText }),
    output: appointment,
  },
  consultationCalendar: {
    ...common,
    method: 'GET',
    path: '/api/consultation/calendar',
    summary: 'The calendar file of a booked appointment; 409 if it is not booked',
    input: z.object({ manage: tokenText }),
    output: calendarFile,
  },
  consultationReceipt: {
    ...common,
    method: 'GET',
    path: '/api/consultation/receipt',
    limit: 'lookup',
    summary: 'The time and status of the consultation with a reference',
    input: z.object({ reference: createAddressInput(20).min(1) }),
    output: consultationReceipt,
  },
  holdConsultation: {
    ...common,
    method: 'POST',
    path: '/api/consultation/hold',
    limit: 'hold',
    summary: 'Holds a time for a few minutes; 409 if it is taken',
    input: noInput,
    body: holdForm,
    output: slotHold,
  },
  bookConsultation: {
    ...common,
    method: 'POST',
    path: '/api/consultation/book',
    limit: 'form',
    summary: 'Books a time and files a business request for it; 409 if it is taken',
    input: noInput,
    body: bookingForm,
    output: booked,
  },
  requestConsultation: {
    ...common,
    method: 'POST',
    path: '/api/consultation/request',
    limit: 'form',
    summary: 'Requests a consultation at a time that is not offered',
    input: noInput,
    body: consultationRequestForm,
    output: submitted,
  },
  cancelConsultation: {
    ...common,
    method: 'POST',
    path: '/api/consultation/cancel',
    limit: 'lookup',
    summary: 'Cancels an appointment and frees its time at once; repeating it changes nothing',
    input: noInput,
    body: cancelForm,
    output: appointment,
  },
  confirmConsultation: {
    ...common,
    method: 'POST',
    path: '/api/consultation/confirm',
    limit: 'lookup',
    summary: 'Confirms a booking by the link in its e-mail; repeating it changes nothing; 409 if its time is taken',
    input: noInput,
    body: confirmForm,
    output: appointment,
  },
  moveConsultation: {
    ...common,
    method: 'POST',
    path: '/api/consultation/move',
    limit: 'hold',
    summary: 'Moves an appointment to another time; 409, and nothing changes, if that is taken',
    input: noInput,
    body: moveForm,
    output: appointment,
  },
} as const satisfies Record<string, Operation>;
