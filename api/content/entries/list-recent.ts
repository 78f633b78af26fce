import { and, eq, inArray, not, type SQL } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { entries } from '../../db/index.ts';
import { presentEntryCard } from './present.ts';
import { hasSlugOrId, newestFirst, selectShownCards } from './visibility.ts';

/** Returns the newest enabled entries of some types, without the entry whose slug or id is `except`. */
export async function listRecentEntries({ db }: Context, types: readonly EntryType[], limit: number, except?: string) {
  const ofTypes = types.length === 1 && types[0] ? eq(entries.type, types[0]) : inArray(entries.type, [...types]);
  const where = and(ofTypes, except === undefined ? undefined : not(hasSlugOrId(except))) as SQL;
  return { items: (await selectShownCards(db, where, newestFirst, limit)).map(presentEntryCard) };
}
