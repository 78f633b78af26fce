import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '../../api/context.ts';
import { sharedValues } from '../../api/db/tables.ts';

/** How far a mailbox is read. UIDs grow, and belong to one UIDVALIDITY (RFC 3501, section 2.3.1.1). */
const position = z.object({
  uidValidity: z.string(),
  /** The last mail that was dealt with. */
  uid: z.number(),
  /** The mail after it, and how often it was tried. */
  failing: z.object({ uid: z.number(), count: z.number() }).optional(),
});

export type MailboxPosition = z.output<typeof position>;

const getKey = (mailbox: string) => `reply_position_${mailbox}`;

/** Returns how far a mailbox is read; null for one that was never read. */
export async function readPosition({ db }: Context, mailbox: string): Promise<MailboxPosition | null> {
  const [row] = await db
    .select()
    .from(sharedValues)
    .where(eq(sharedValues.name, getKey(mailbox)));
  return row ? position.parse(JSON.parse(row.value)) : null;
}

/** Stores how far a mailbox is read. */
export async function storePosition({ db }: Context, mailbox: string, at: MailboxPosition): Promise<void> {
  const value = JSON.stringify(at);
  await db
    .insert(sharedValues)
    .values({ name: getKey(mailbox), value })
    .onConflictDoUpdate({ target: sharedValues.name, set: { value } });
}
