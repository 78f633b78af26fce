import { z } from 'zod';
import { createAddressInput, createPageSchema, createPaging, createWholeNumberInput } from '../forms/text-input.ts';
import type { StudioOperation } from './operation.ts';

/** Parts of the log by time: a number of days up to now, or a month of the site's time zone. */
export const logTimes = /^(?:1|7|30|365|\d{4}-(?:0[1-9]|1[0-2]))$/;

/** Which records a list or an export has; without a field, all. */
export const logFilter = z.object({
  /** A kind, the name of an area, or `reading`: whatever read personal data. */
  kind: createAddressInput(60).optional(),
  /** The id of a user; 0: whatever no user did. */
  by: createWholeNumberInput(z.int().min(0).optional()),
  /** What it was about: a type and an id, such as `entry:12`. */
  thing: createAddressInput(300).optional(),
  /** Words of the name or the address of what it was about, or the reference of a message. */
  q: createAddressInput(200).optional(),
  when: z.string().regex(logTimes).optional(),
});

const logRecord = z.object({
  number: z.int(),
  /** SHA-256 over the former record's hash and this record, in hexadecimal digits. */
  hash: z.string(),
  doneAt: z.iso.datetime(),
  kind: z.string(),
  doneBy: z.object({ id: z.int(), name: z.string() }).nullable(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

const head = z.object({ number: z.int(), hash: z.string() });

export const logOperations = {
  log: {
    method: 'GET',
    summary: 'Who did what and when, newest first, with the last number and hash of the whole log',
    permission: 'read-log',
    input: logFilter.extend({ ...createPaging(50) }),
    output: createPageSchema(logRecord).extend({
      head,
      /** The users who did something, for the filter. */
      people: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  },
  exportLog: {
    method: 'GET',
    summary: 'Records that the log is exported; `/studio/log/export` sends the records',
    permission: 'read-log',
    output: head,
    limit: 'export',
  },
} as const satisfies Record<string, StudioOperation>;

export type LogRecord = z.output<typeof logRecord>;
export type LogFilter = z.output<typeof logFilter>;
