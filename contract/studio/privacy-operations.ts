import { z } from 'zod';
import { isEmail } from '../forms/email.ts';
import { count, createListSchema, createPageSchema, createPaging, dateTime } from '../forms/text-input.ts';
import { internationalNumber } from './consultation-limits.ts';
import type { StudioOperation } from './operation.ts';
import { roles } from './permissions.ts';
import { privacyActKinds, retentionLimits } from './privacy-kinds.ts';

/** An e-mail address, or the telephone number of a caller who has none. */
const email = z
  .string()
  .trim()
  .max(254)
  .refine(
    (text) => isEmail(text) || internationalNumber.test(text),
    'must be an e-mail address, or a telephone number such as +44 1632 960123',
  );

/** One thing that is stored about an address, in words. */
const personalItem = z.object({
  text: z.string(),
  at: dateTime.nullable(),
  /** The reference of the message to which it belongs. */
  reference: z.string().nullable(),
});

const personalData = z.object({
  email: z.string(),
  /** What is stored, by table, in the order in which it is shown; tables without a row are left out. */
  groups: z.array(
    z.object({
      table: z.string(),
      /** What the rows are, in words: "messages". */
      name: z.string(),
      count,
      /** The first rows. */
      items: z.array(personalItem),
    }),
  ),
  /** All rows together; an erasure names this number, so that nothing is erased that nobody has seen. */
  count,
  /** The user of the Studio with this address. Users are managed by owners, and are not erased. */
  user: z.object({ name: z.string(), role: z.enum(roles), isDisabled: z.boolean() }).nullable(),
  /** Messages of other people that name the address. They belong to those people, and are not erased. */
  mentions: z.array(z.object({ reference: z.string(), name: z.string() })),
  /** Whether the address is the company's own. Nothing about it is erased, because every mail names it. */
  isOwn: z.boolean(),
  /** Files whose bytes this server does not find. */
  missingFiles: count,
});

const erasure = z.object({
  /** The number of the record, by which the company can answer for the erasure without naming the address. */
  record: z.int(),
  /** Erased rows by table. */
  erased: z.record(z.string(), count),
});

const privacyAct = z.object({
  id: z.int(),
  kind: z.enum(privacyActKinds),
  doneBy: z.string().nullable(),
  doneAt: dateTime,
  counts: z.record(z.string(), z.number()),
});

const { submissionMonths: months, mailDays: days } = retentionLimits;
const retentionTimes = z.object({
  submissionMonths: z.int().min(months.min).max(months.max),
  mailDays: z.int().min(days.min).max(days.max),
});
const retention = z.object({
  times: retentionTimes,
  /** Whether the operator has set each in the environment, which wins. */
  isFixed: z.object({ submissionMonths: z.boolean(), mailDays: z.boolean() }),
});
const expiredRows = z.object({ submissions: count, mails: count, replies: count });

/** Operations on personal data, by which a company answers requests of visitors (GDPR, articles 15, 17 and 20). */
export const privacyOperations = {
  findPersonalData: {
    method: 'POST',
    summary: 'What is stored about an e-mail address, counted and listed',
    permission: 'manage-privacy',
    body: z.object({ email }),
    output: personalData,
  },
  planPersonalExport: {
    method: 'POST',
    summary: 'What the archive of an e-mail address would contain, for a user who has proved who they are',
    permission: 'manage-privacy',
    needsConfirmation: true,
    body: z.object({ email }),
    output: z.object({ rows: count, files: count, bytes: count, missingFiles: count }),
  },
  exportPersonalData: {
    method: 'POST',
    summary: 'Everything that is stored about an e-mail address; the bytes of files are in the archive of the Studio',
    permission: 'manage-privacy',
    needsConfirmation: true,
    body: z.object({ email }),
    output: z.object({
      email: z.string(),
      at: dateTime,
      /** Rows by table, with all columns. */
      stored: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      files: z.array(z.object({ token: z.string(), path: z.string(), isMissing: z.boolean() })),
    }),
  },
  erasePersonalData: {
    method: 'POST',
    summary: 'Erases everything that is stored about an e-mail address, if it is still as much as the caller has seen',
    permission: 'manage-privacy',
    needsConfirmation: true,
    body: z.object({
      email,
      count,
      /** Erases even if bytes of files are missing: they are lost. */
      lostFiles: z.boolean().default(false),
    }),
    output: erasure,
  },
  retention: {
    method: 'GET',
    summary: 'How long messages and mails are kept',
    permission: 'manage-privacy',
    output: retention,
  },
  planRetention: {
    method: 'POST',
    summary: 'What would be erased with other durations',
    permission: 'change-retention',
    body: retentionTimes,
    output: expiredRows,
  },
  changeRetention: {
    method: 'POST',
    summary: 'Changes how long messages and mails are kept, if as much would be erased as the caller has seen',
    permission: 'change-retention',
    needsConfirmation: true,
    body: retentionTimes.extend({ count }),
    output: retention,
  },
  browserRequests: {
    method: 'GET',
    summary: 'The requests of the API that browsers of visitors make, and when',
    permission: 'manage-privacy',
    output: createListSchema(
      z.object({ method: z.enum(['GET', 'POST']), paths: z.array(z.string()), when: z.string() }),
    ),
  },
  privacyActs: {
    method: 'GET',
    summary: 'Who looked up, exported or erased personal data, and when, newest first; the addresses are not recorded',
    permission: 'manage-privacy',
    input: z.object({ ...createPaging(25) }),
    output: createPageSchema(privacyAct),
  },
} as const satisfies Record<string, StudioOperation>;

export type PersonalData = z.output<typeof personalData>;
export type PersonalItem = z.output<typeof personalItem>;
export type PrivacyAct = z.output<typeof privacyAct>;
export type Retention = z.output<typeof retention>;
export type ExpiredRows = z.output<typeof expiredRows>;
export type BrowserRequest = z.output<(typeof privacyOperations)['browserRequests']['output']>['items'][number];
