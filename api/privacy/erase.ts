import type { Context } from '../context.ts';
import { personalPlaces } from './places.ts';

/**
 * Erases everything stored about an e-mail address, all or nothing (GDPR, article 17); answers how many rows of each table.
 * Again, it finds nothing.
 */
export async function erasePersonal({ db }: Context, email: string): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    const erased: Record<string, number> = {};
    for (const place of personalPlaces) erased[place.table] = await place.erase({ db: tx }, email);
    return erased;
  });
}
