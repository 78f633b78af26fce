import type { EntryCard } from '../../../contract/content/entry-shapes.ts';

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
