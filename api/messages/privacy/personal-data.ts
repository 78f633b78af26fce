import type { Context } from '../../context.ts';
import { readSnapshot } from '../../db/index.ts';
import { personalTables } from './personal-tables.ts';

/** Returns everything stored about an e-mail address, by table, as of one moment (GDPR, articles 15 and 20). */
export async function exportPersonalData(ctx: Context, email: string): Promise<Record<string, object[]>> {
  return readSnapshot(ctx, async (tx) => {
    const found: Record<string, object[]> = {};
    for (const place of personalTables) found[place.table] = await place.find(tx, email);
    return found;
  });
}

/**
 * Erases everything stored about an e-mail address, in one transaction (GDPR, article 17). Returns the number of rows
 * for each table; a second call finds nothing.
 */
export async function erasePersonalData({ db }: Context, email: string): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    const erased: Record<string, number> = {};
    for (const place of personalTables) erased[place.table] = await place.erase({ db: tx }, email);
    return erased;
  });
}
