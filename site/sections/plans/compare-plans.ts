import type { Faq } from '../../../contract/content/entry-fields.ts';
import type { EntryCard } from '../../../contract/content/entry-shapes.ts';

/** Returns the questions that every plan answers with the same words, in the order of the first plan. */
export function getSharedFaqs(plans: readonly Pick<EntryCard<'PLAN'>, 'fields'>[]): Faq[] {
  const [first, ...others] = plans.map(({ fields }) => fields.faqs ?? []);
  return (first ?? []).filter(({ question, answer }) =>
    others.every((faqs) => faqs.some((faq) => faq.question === question && faq.answer === answer)),
  );
}

export interface LimitRow {
  name: string;
  /** One value for each plan, in the order of the plans; null if a plan does not have this limit. */
  values: (string | boolean | null)[];
}

/** Groups the limits of several plans into rows that all plans share, in the order of their first appearance. */
export function groupLimitRows(
  plans: readonly Pick<EntryCard<'PLAN'>, 'fields'>[],
): { group: string; rows: LimitRow[] }[] {
  const groups = new Map<string, Map<string, LimitRow>>();
  plans.forEach(({ fields }, index) => {
    for (const { group, name, value } of fields.limits ?? []) {
      const rows = groups.get(group) ?? new Map<string, LimitRow>();
      const row = rows.get(name) ?? { name, values: plans.map(() => null) };
      row.values[index] = value;
      groups.set(group, rows.set(name, row));
    }
  });
  return [...groups].map(([group, rows]) => ({ group, rows: [...rows.values()] }));
}
