import type { Context } from '../../context.ts';
import { personalTables } from './personal-tables.ts';

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
