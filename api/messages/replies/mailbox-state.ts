import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { sharedValues } from '../../db/index.ts';

const state = z.object({
  /** The address to which visitors reply. */
  address: z.string(),
  /** When the mailbox was read last, or its reading failed. */
  checkedAt: z.iso.datetime({ offset: true }),
  /** Why it could not be read; null if it was. */
  error: z.string().nullable(),
});

/** How the reading of the reply mailbox goes. Every server stores it, so that each can show it. */
export type MailboxState = z.output<typeof state>;

const key = 'reply_mailbox_state';

/** Returns how the reading of the reply mailbox goes; null without one. */
export async function readMailboxState({ db }: Context): Promise<MailboxState | null> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, key));
  return row ? state.parse(JSON.parse(row.value)) : null;
}

/** Stores how the reading goes; null where no mailbox is set. */
export async function storeMailboxState({ db }: Context, at: MailboxState | null): Promise<void> {
  if (!at) return void (await db.delete(sharedValues).where(eq(sharedValues.name, key)));
  const value = JSON.stringify(at);
  await db
    .insert(sharedValues)
    .values({ name: key, value })
    .onConflictDoUpdate({ target: sharedValues.name, set: { value } });
}
