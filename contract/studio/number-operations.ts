import { z } from 'zod';
import { metricNames } from '../content/metric-names.ts';
import { measuredForms } from '../forms/measured-events.ts';
import { count, createPageSchema, createPaging, createWholeNumberInput } from '../forms/text-input.ts';
import { numberLists, periods } from './number-lists.ts';
import type { StudioOperation } from './operation.ts';

const days = createWholeNumberInput(
  z
    .union(periods.map((period) => z.literal(period)))
    .default(28)
    .describe('The length of the period in days; its last day is today'),
);

const totals = z.object({
  views: count,
  /** A visitor who comes on two days counts twice. */
  visitors: count,
  /** Pages that visitors came to from elsewhere. */
  visits: count,
  sent: count,
  booked: count,
  downloads: count,
});

const overview = z.object({
  /** The first and the last day, in the time zone of the site. */
  from: z.iso.date(),
  to: z.iso.date(),
  totals,
  /** The totals of the same number of days before. */
  former: totals,
  /** The days, weeks or months of the period, each by its first day. */
  series: z.array(z.object({ day: z.iso.date(), views: count, visitors: count })),
});

const numberRow = z.object({
  /** Empty for all that are not listed by name. */
  name: z.string(),
  times: count,
  visitors: count,
  /** `times` in the same number of days before. */
  former: count,
});

const formRow = z.object({
  form: z.enum(measuredForms),
  /** Forms that were begun; 0 for those that were filled in while pages did not report. */
  begun: count,
  sent: count,
  left: count,
  /** How many forms were left after each field, the most first. */
  fields: z.array(z.object({ field: z.string(), left: count })),
});

const speedRow = z.object({
  /** The path of a page; empty for all others. */
  page: z.string(),
  /** How often the page was measured. */
  samples: count,
  /** The value that three of four views stay below, of each metric that was measured. */
  p75: z.partialRecord(z.enum(metricNames), z.number()),
});

export const numberOperations = {
  numberOverview: {
    method: 'GET',
    summary: 'Views, visitors, visits, forms, bookings and downloads of a period, and of the one before it',
    permission: 'read-content',
    input: z.object({ days }),
    output: overview,
  },
  numberList: {
    method: 'GET',
    summary: 'Figures of a period by page, source, country, download or search text, the highest first',
    permission: 'read-content',
    input: z.object({ of: z.enum(numberLists), days, ...createPaging(50, 1_000) }),
    output: createPageSchema(numberRow),
  },
  formNumbers: {
    method: 'GET',
    summary: 'How often each form was begun, sent and left in a period, and after which field it was left',
    permission: 'read-content',
    input: z.object({ days }),
    output: z.object({ isMeasured: z.boolean(), items: z.array(formRow) }),
  },
  speedNumbers: {
    method: 'GET',
    summary: 'Web Vitals of the last 28 days at the 75th percentile, by page',
    permission: 'read-content',
    input: z.object({ ...createPaging(50, 1_000) }),
    output: createPageSchema(speedRow).extend({ isMeasured: z.boolean() }),
  },
  changeMeasuring: {
    method: 'POST',
    summary: 'Decides whether pages report their speed and the use of forms',
    permission: 'change-measuring',
    body: z.object({ isMeasured: z.boolean() }),
    output: z.object({ isMeasured: z.boolean() }),
  },
} as const satisfies Record<string, StudioOperation>;

export type NumberOverview = z.output<typeof overview>;
export type NumberTotals = z.output<typeof totals>;
export type FormNumbers = z.output<typeof formRow>;
export type SpeedNumbers = z.output<typeof speedRow>;
export type NumberRow = z.output<typeof numberRow>;
