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
