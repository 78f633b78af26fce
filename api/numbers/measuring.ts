import { sql } from 'drizzle-orm';
import type { MetricName } from '../../contract/content/metric-names.ts';
import { parseEntryPath } from '../../contract/content/site-paths.ts';
import { bookingForm } from '../../contract/forms/consultation-form.ts';
import { contactForm } from '../../contract/forms/contact-form.ts';
import { enquiryForm } from '../../contract/forms/enquiry-form.ts';
import type { MeasuredEvents } from '../../contract/forms/measured-events.ts';
import { uploadField } from '../../contract/forms/uploads.ts';
import { isBot } from '../anonymous-counts.ts';
import type { ApiContext, Caller } from '../context.ts';
import { sharedValues } from '../db/index.ts';
import { recordToLog } from '../log/index.ts';
import { requireActor } from '../people/index.ts';
import { isMeasuring, measuringKey } from './is-measuring.ts';

/** Decides whether pages report. All pages change, so the change is announced as that of a setting is. */
export async function changeMeasuring(
  { db }: ApiContext,
  { isMeasured }: { isMeasured: boolean },
  caller: Caller,
): Promise<{ isMeasured: boolean }> {
  const { userId } = requireActor(caller);
  const value = isMeasured ? 'on' : 'off';
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .insert(sharedValues)
      .values({ name: measuringKey, value })
      .onConflictDoUpdate({
        target: sharedValues.name,
        set: { value },
        setWhere: sql`${sharedValues.value} <> ${value}`,
      });
    if (!rowCount) return;
    await recordToLog({ db: tx }, { kind: isMeasured ? 'numbers.MEASURE' : 'numbers.STOP_MEASURING', by: userId });
    await tx.execute(sql`select pg_notify('content_changed', 'SETTING')`);
  });
  return { isMeasured };
}

/** The ratio of two neighbouring limits of the buckets in which values are counted: a value is exact to 2.5 %. */
const step = Math.log(1.05);

/** Values below this are counted in the lowest bucket: a thousandth of a score, and a millisecond. */
const unitOf = (metric: string) => (metric === 'CLS' ? 1_000 : 1);

/** Returns the number of the bucket of a value. */
export const toBucket = (metric: MetricName, value: number) => Math.round(Math.log(1 + value * unitOf(metric)) / step);

/** Returns the value in the middle of a bucket. */
export const fromBucket = (metric: MetricName, bucket: number) =>
  Math.round(((Math.exp(bucket * step) - 1) / unitOf(metric)) * 1_000) / 1_000;

const forms = { CONTACT: contactForm, ENQUIRY: enquiryForm, CONSULTATION: bookingForm };

/** Returns whether a form has a field, so that nobody can put other words into the numbers. */
const hasField = (form: keyof typeof forms, field: string) =>
  field === uploadField || Object.hasOwn(forms[form].shape, field);

/**
 * Counts what a page reports; nothing of programs, of browsers that refuse tracking, or while pages need not report.
 * What is not the path of a page is counted without a name. Only the views can be of a visitor.
 */
export async function recordEvents(
  ctx: ApiContext,
  { events }: MeasuredEvents,
  { address, userAgent, refusesTracking }: Caller,
): Promise<{ error: null }> {
  if (refusesTracking || isBot(userAgent) || !(await isMeasuring(ctx))) return { error: null };
  const { measurements } = ctx;
  const namePage = (page: string) => (measurements.isKnownPage(page) ? page : '');
  for (const event of events) {
    if (event.kind === 'opened') {
      const entry = parseEntryPath(event.page);
      // Entries are reported by `recordView`.
      if (entry && entry.type !== 'PAGE') continue;
      measurements.add({ kind: 'opened', name: namePage(event.page), sender: { address, userAgent } });
    } else if (event.kind === 'vital') {
      const detail = `${event.metric}:${toBucket(event.metric, event.value)}`;
      measurements.add({ kind: 'vital', name: namePage(event.page), detail });
    } else if (event.kind === 'begun') {
      measurements.add({ kind: 'begun', name: event.form });
    } else if (hasField(event.form, event.field)) {
      measurements.add({ kind: 'left', name: event.form, detail: event.field });
    }
  }
  return { error: null };
}
