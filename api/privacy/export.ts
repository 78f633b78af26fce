import type { Context } from '../context.ts';
import { personalPlaces } from './places.ts';

/** Everything stored about an e-mail address, by table; at one moment (GDPR, articles 15 and 20). */
export async function exportPersonal({ db }: Context, email: string): Promise<Record<string, object[]>> {
  return db.transaction(
    async (tx) => {
      const found: Record<string, object[]> = {};
      for (const place of personalPlaces) found[place.table] = await place.find({ db: tx }, email);
      return found;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
