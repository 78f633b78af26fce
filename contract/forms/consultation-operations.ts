import { z } from 'zod';
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
    summary: 'The free times of seven days, grouped by day in a time zone',
    input: slotsInput,
    output: slotPage,
  },
  consultationHold: {
    ...common,
    summary: 'The held time, and for how long it is held',
    input: z.object({ hold: tokenText }),
    output: slotHold,
  },
  consultationDetails: {
    ...common,
    summary: 'The appointment behind a link from an e-mail; reading it changes nothing',
    input: z.object({ manage: tokenText }),
    output: appointment,
  },
  consultationCalendar: {
    ...common,
    summary: 'The calendar file of a booked appointment; 409 if it is not booked',
    input: z.object({ manage: tokenText }),
    output: calendarFile,
  },
  consultationReceipt: {
    ...common,
    limit: 'lookup',
    summary: 'The time and status of the consultation with a reference',
    input: z.object({ reference: createAddressInput(20).min(1) }),
    output: consultationReceipt,
  },
  holdConsultation: {
    ...common,
    limit: 'hold',
    summary: 'Holds a time for a few minutes; 409 if it is taken',
    input: noInput,
    body: holdForm,
    output: slotHold,
  },
  bookConsultation: {
    ...common,
    limit: 'form',
    summary: 'Books a time and files a business request for it; 409 if it is taken',
    input: noInput,
    body: bookingForm,
    output: booked,
  },
  requestConsultation: {
    ...common,
    limit: 'form',
    summary: 'Requests a consultation at a time that is not offered',
    input: noInput,
    body: consultationRequestForm,
    output: submitted,
  },
  cancelConsultation: {
    ...common,
    limit: 'lookup',
    summary: 'Cancels an appointment and frees its time at once; repeating it changes nothing',
    input: noInput,
    body: cancelForm,
    output: appointment,
  },
  confirmConsultation: {
    ...common,
    limit: 'lookup',
    summary: 'Confirms a booking by the link in its e-mail; repeating it changes nothing; 409 if its time is taken',
    input: noInput,
    body: confirmForm,
    output: appointment,
  },
  moveConsultation: {
    ...common,
    limit: 'hold',
    summary: 'Moves an appointment to another time; 409, and nothing changes, if that is taken',
    input: noInput,
    body: moveForm,
    output: appointment,
  },
} as const;
