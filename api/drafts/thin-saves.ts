import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { draftSaves } from '../db/studio-tables.ts';

/**
 * Removes saves older than a day, except the last of each minute and the last of each draft; returns how many. While
 * somebody types, several saves a second are stored, each with the whole text.
 */
export async function thinDraftSaves({ db }: Context): Promise<number> {
  const thinned = await db.delete(draftSaves).where(sql`${draftSaves.savedAt} < now() - interval '1 day'
    and ${draftSaves.outcome} is null and exists (
    select 1 from draft_saves as later
    where later.entry_id = ${draftSaves.entryId} and later.version > ${draftSaves.version}
      and date_trunc('minute', later.saved_at) = date_trunc('minute', ${draftSaves.savedAt}))`);
  return thinned.rowCount ?? 0;
}
