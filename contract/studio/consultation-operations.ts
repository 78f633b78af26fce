import { z } from 'zod';
import { createListSchema, createWholeNumberInput } from '../forms/text-input.ts';
import { maxCalendarFile } from './consultation-limits.ts';
import {
  adviserDetails,
  adviserId,
  adviserInput,
  adviserOrCompany,
  bookingForCaller,
  calendarDate,
  cancelInput,
  companyRules,
  companyRulesInput,
  consultationId,
  consultationMinutes,
  consultationRange,
  dayHours,
  holdInput,
  moveInput,
  openedConsultation,
  seenConsultation,
} from './consultation-shapes.ts';
import type { StudioOperation } from './operation.ts';

const permission = 'manage-consultations';
const reason = z
  .string()
  .trim()
  .max(120)
  .regex(/^\P{Cc}*$/u, 'must be on one line')
  .default('');
/** At most two months, which a view of a month with whole weeks needs. */
const days = createWholeNumberInput(z.int().min(1).max(62));

const advisersAndRules = z.object({
  company: companyRules,
  advisers: z.array(adviserDetails),
  /** Users whom an adviser may be. */
  users: z.array(z.object({ id: z.int(), name: z.string() })),
});

const importedDaysOff = z.object({
  days: z.int().describe('Days off that the file brought'),
  leftOut: z.array(z.object({ count: z.int(), why: z.string() })).describe('What of the file is no day off'),
});

/** Operations on consultations: the calendar, one consultation, and the advisers with their hours. */
export const consultationStudioOperations = {
  consultations: {
    method: 'GET',
    summary: 'Consultations, working hours and days off of some days, in the company’s zone',
    permission,
    input: z.object({ from: calendarDate, days }),
    output: consultationRange,
  },
  consultation: {
    method: 'GET',
    summary: 'One consultation with its message and mails',
    permission,
    input: z.object({ id: consultationId }),
    output: openedConsultation,
  },
  consultationTimes: {
    method: 'GET',
    summary: 'The free times of a few days by adviser; notice does not apply to people of the company',
    permission,
    input: z.object({
      from: calendarDate,
      days: createWholeNumberInput(z.int().min(1).max(14)),
      minutes: createWholeNumberInput(consultationMinutes.optional()),
      id: consultationId.optional().describe('A consultation that is moved, whose own time counts as free'),
    }),
    output: createListSchema(z.object({ adviser: adviserId, start: z.string(), end: z.string() })),
  },
  holdForCaller: {
    method: 'POST',
    summary:
      'Holds a time for some minutes while its form is filled in, in place of an earlier hold; 409 if it is taken',
    permission,
    body: holdInput,
    output: z.object({
      hold: z.string(),
      adviser: adviserId,
      start: z.string(),
      end: z.string(),
      heldUntil: z.string(),
    }),
  },
  bookForCaller: {
    method: 'POST',
    summary: 'Books a time for a caller and sends the mails; repeating the key books once; 409 if it is taken',
    permission,
    body: bookingForCaller,
    output: openedConsultation,
  },
  moveAppointment: {
    method: 'POST',
    summary:
      'Moves a consultation to another time or adviser; 409 if it is taken or somebody else changed it meanwhile',
    permission,
    body: moveInput,
    output: openedConsultation,
  },
  cancelAppointment: {
    method: 'POST',
    summary: 'Cancels a consultation, with a word to the visitor, and frees its time',
    permission,
    body: cancelInput,
    output: openedConsultation,
  },
  restoreAppointment: {
    method: 'POST',
    summary: 'Undoes a cancellation while the time is free, and tells the visitor; 409 if it is taken',
    permission,
    body: z.object(seenConsultation),
    output: openedConsultation,
  },
  confirmAppointment: {
    method: 'POST',
    summary: 'Books an unconfirmed consultation for its sender, as the link in their mail does',
    permission,
    body: z.object(seenConsultation),
    output: openedConsultation,
  },
  markNoShow: {
    method: 'POST',
    summary: 'Says that the visitor did not come, or that they did; no mail is sent',
    permission,
    body: z.object({ ...seenConsultation, isNoShow: z.boolean() }),
    output: openedConsultation,
  },
  advisers: {
    method: 'GET',
    summary: 'The advisers with their hours, exceptions and days off, and the company’s rules',
    permission,
    output: advisersAndRules,
  },
  saveAdviser: {
    method: 'POST',
    summary: 'Adds or changes an adviser; bookings stay; 409 if somebody else changed the adviser meanwhile',
    permission,
    body: adviserInput,
    output: adviserDetails,
  },
  saveConsultationRules: {
    method: 'POST',
    summary: 'Changes the company’s hours, the step between starts and the minutes of a hold; bookings stay',
    permission,
    body: companyRulesInput,
    output: companyRules,
  },
  setException: {
    method: 'POST',
    summary: 'Gives an adviser other hours on one date; without hours the usual ones apply again',
    permission,
    body: z.object({ adviser: adviserId, day: calendarDate, hours: dayHours }),
    output: adviserDetails,
  },
  addDaysOff: {
    method: 'POST',
    summary:
      'Makes days days off of an adviser or of the company; bookings stay, and their number and first day are returned',
    permission,
    body: z.object({ adviser: adviserOrCompany, from: calendarDate, to: calendarDate, reason }),
    output: z.object({ days: z.int(), bookings: z.int(), firstBooking: z.string().nullable() }),
  },
  removeDaysOff: {
    method: 'POST',
    summary: 'Makes days off working days again',
    permission,
    body: z.object({ adviser: adviserOrCompany, from: calendarDate, to: calendarDate }),
    output: z.object({ days: z.int() }),
  },
  importDaysOff: {
    method: 'POST',
    summary: 'Reads days off from a calendar file (iCalendar), in place of the days of an earlier file',
    permission,
    limit: 'keep',
    body: z.object({ adviser: adviserOrCompany, file: z.string().max(maxCalendarFile) }),
    output: importedDaysOff,
  },
  renewFeed: {
    method: 'POST',
    summary: 'Makes a secret address of an adviser’s calendar feed, returned once; the earlier address stops to work',
    permission,
    limit: 'keep',
    body: z.object({ adviser: adviserId }),
    output: z.object({ address: z.string() }),
  },
  removeFeed: {
    method: 'POST',
    summary: 'Ends an adviser’s calendar feed',
    permission,
    body: z.object({ adviser: adviserId }),
    output: adviserDetails,
  },
} as const satisfies Record<string, StudioOperation>;

export type AdvisersAndRules = z.output<typeof advisersAndRules>;
