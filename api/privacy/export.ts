import type { Context } from '../context.ts';
import { personalTables } from './personal-tables.ts';

/** Returns everything stored about an e-mail address, by table, as of one moment (GDPR, articles 15 and 20). */
export async function exportPersonalData({ db }: Context, email: string): Promise<Record<string, object[]>> {
  return db.transaction(
    async (tx) => {
      const found: Record<string, object[]> = {};
      for (const place of personalTables) found[place.table] = await place.find({ db: tx }, email);
      return found;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
