import { and, eq, inArray, not, type SQL } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import { presentCard } from './present.ts';
import { isEntry, newestFirst, selectCards } from './visible.ts';

/** The newest enabled entries of some types, without one entry where `except` names it by slug or id. */
export async function listRecent({ db }: Context, types: readonly EntryType[], limit: number, except?: string) {
  const ofTypes = types.length === 1 && types[0] ? eq(entries.type, types[0]) : inArray(entries.type, [...types]);
  const where = and(ofTypes, except === undefined ? undefined : not(isEntry(except))) as SQL;
  return { items: (await selectCards(db, where, newestFirst, limit)).map(presentCard) };
}
