import ICAL from 'ical.js';

// The iterator of ical.js searches without an end for the next occurrence of a rule that has none, such as
// `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30`. This file alone bounds it, by a method that the iterator calls at each step.

/** How many steps the rules of one file may take together. A step takes up to 50 µs. */
const mostSteps = 20_000;
const mostInterval = 1_000;
const frequencies = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** A rule that is refused, with the reason. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** Steps that the rules of a file still may take. */
export interface StepBudget {
  left: number;
}

export const createStepBudget = (): StepBudget => ({ left: mostSteps });

/** Returns whether a date is in a month and on a day that a rule names: ical.js makes 2 March of 30 February. */
function isOfRule({ month, day }: ICAL.Time, { parts }: ICAL.Recur): boolean {
  const months = parts.BYMONTH?.map(Number);
  const days = parts.BYMONTHDAY?.map(Number);
  return (months?.includes(month) ?? true) && (days?.some((each) => each < 0 || each === day) ?? true);
}

/**
 * Returns the dates of a rule from its first day to `last`. Throws `RuleError` for a rule that repeats within a day,
 * has a huge interval, contradicts itself, or takes more steps than are left.
 */
export function expandRule(rule: ICAL.Recur, first: ICAL.Time, last: string, budget: StepBudget): string[] {
  if (!frequencies.has(rule.freq)) throw new RuleError('repeats within a day');
  if (rule.interval < 1 || rule.interval > mostInterval) throw new RuleError('has no possible interval');
  const end = ICAL.Time.fromDateString(last);
  // An end also bounds the search for the next year.
  if (!rule.until || rule.until.compare(end) > 0) rule.until = end;
  const dates: string[] = [];
  try {
    const iterator = rule.iterator(first);
    const isAllowed = iterator.check_contracting_rules;
    iterator.check_contracting_rules = () => {
      budget.left -= 1;
      if (budget.left < 0) throw new RuleError('repeats too often');
      return isAllowed.call(iterator);
    };
    for (let next = iterator.next(); next; next = iterator.next()) {
      budget.left -= 1;
      if (budget.left < 0) throw new RuleError('repeats too often');
      if (isOfRule(next, rule)) dates.push(next.toString().slice(0, 10));
    }
  } catch (error) {
    throw error instanceof RuleError ? error : new RuleError('contradicts itself');
  }
  return dates;
}
