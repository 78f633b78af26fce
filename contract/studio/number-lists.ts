// Apart from the operations, so that browsers load no schemas with them.

/** The lengths of the periods, in days. The last day of a period is today. */
export const periods = [7, 28, 90, 365] as const;

export const numberLists = ['pages', 'sources', 'countries', 'downloads', 'searches'] as const;
export type NumberListName = (typeof numberLists)[number];
