import * as z from 'zod/mini';
import { metricNames } from '../content/metric-names.ts';

/** The forms whose use is measured; the name of the kind of submission that they send. */
export const measuredForms = ['CONTACT', 'ENQUIRY', 'CONSULTATION'] as const;

/** The path of a page, without a query. */
const page = z.string().check(z.maxLength(200), z.regex(/^\/[\w.~/-]*$/));
const form = z.enum(measuredForms);

/**
 * What a page reports while an owner has it measured. No event says who did it, or what was typed. `left`: the page was
 * left while a form was begun and not sent; `field` is the last field that was used.
 */
export const measuredEvents = z.strictObject({
  events: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('opened'), page }),
        z.strictObject({ kind: z.literal('begun'), form }),
        z.strictObject({ kind: z.literal('left'), form, field: z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)) }),
        z.strictObject({
          kind: z.literal('vital'),
          page,
          metric: z.enum(metricNames),
          value: z.number().check(z.minimum(0), z.maximum(600_000)),
        }),
      ]),
    )
    .check(z.maxLength(30)),
});

export type MeasuredEvents = z.infer<typeof measuredEvents>;
export type MeasuredEvent = MeasuredEvents['events'][number];
