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
import { addressText } from './text-input.ts';

// Reads for pages have no rate limit, and tokens cannot be guessed; a reference is short enough to try.
const common = { tag: 'Consultation', cache: 'never' } as const;
const noInput = z.object({});

/** The operations of consultations; all are additions to the specification (readings, "Forms"). */
export const consultationOperations = {
  consultationSlots: {
    ...common,
    summary: 'The free times of seven days, by day, in a time zone',
    input: slotsInput,
    output: slotPage,
  },
  consultationHold: {
    ...common,
    summary: 'What is held, and for how long',
    input: z.object({ hold: tokenText }),
    output: slotHold,
  },
  consultationDetails: {
    ...common,
    summary: 'The appointment of a link from a mail; reading it changes nothing',
    input: z.object({ manage: tokenText }),
    output: appointment,
  },
  consultationCalendar: {
    ...common,
    summary: 'The calendar file of a booked appointment; 409 where it is not booked',
    input: z.object({ manage: tokenText }),
    output: calendarFile,
  },
  consultationReceipt: {
    ...common,
    limit: 'lookup',
    summary: 'When the consultation with a reference is',
    input: z.object({ reference: addressText(20).min(1) }),
    output: consultationReceipt,
  },
  holdConsultation: {
    ...common,
    limit: 'hold',
    summary: 'Keeps a slot free for a few minutes; 409 where it is taken',
    input: noInput,
    body: holdForm,
    output: slotHold,
  },
  bookConsultation: {
    ...common,
    limit: 'form',
    summary: 'Books a slot and files the business request about it; 409 where it is taken',
    input: noInput,
    body: bookingForm,
    output: booked,
  },
  requestConsultation: {
    ...common,
    limit: 'form',
    summary: 'Asks for a consultation where no slot fits',
    input: noInput,
    body: consultationRequestForm,
    output: submitted,
  },
  cancelConsultation: {
    ...common,
    limit: 'lookup',
    summary: 'Cancels an appointment; its slot is free at once; once more changes nothing',
    input: noInput,
    body: cancelForm,
    output: appointment,
  },
  confirmConsultation: {
    ...common,
    limit: 'lookup',
    summary: 'Confirms a booking by the link of its mail; once more changes nothing; 409 where its time is taken',
    input: noInput,
    body: confirmForm,
    output: appointment,
  },
  moveConsultation: {
    ...common,
    limit: 'hold',
    summary: 'Moves an appointment to another slot; 409, and nothing changes, where that is taken',
    input: noInput,
    body: moveForm,
    output: appointment,
  },
} as const;
