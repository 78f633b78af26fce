import { z } from 'zod';
import type { Context } from '../../api/context.ts';
import { readSharedValue, storeSharedValue } from '../../api/db/shared-values.ts';

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
export async function readPosition(ctx: Context, mailbox: string): Promise<MailboxPosition | null> {
  const stored = await readSharedValue(ctx, getKey(mailbox));
  return stored === null ? null : position.parse(JSON.parse(stored));
}

/** Stores how far a mailbox is read. */
export async function storePosition(ctx: Context, mailbox: string, at: MailboxPosition): Promise<void> {
  await storeSharedValue(ctx, getKey(mailbox), JSON.stringify(at));
}
