import type { EntryCard } from '../../../contract/entry-shapes.ts';

export interface LimitRow {
  name: string;
  /** One for each plan, in the plans' order; null where a plan does not name this limit. */
  values: (string | boolean | null)[];
}

/** Turns each plan's own list of limits into rows that all plans share, in the order in which they first appear. */
export function limitGroups(
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
