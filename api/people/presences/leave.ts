import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { presences } from '../../db/index.ts';

/** Removes a presence, because its page does not show the entry any more. */
export async function leaveEntry({ db }: Context, id: string): Promise<void> {
  await db.delete(presences).where(eq(presences.id, id));
}
