import { z } from 'zod';
import type { Context } from '../../context.ts';
import { deleteSharedValue, readSharedValue, storeSharedValue } from '../../db/index.ts';

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
export async function readMailboxState(ctx: Context): Promise<MailboxState | null> {
  const stored = await readSharedValue(ctx, key);
  return stored === null ? null : state.parse(JSON.parse(stored));
}

/** Stores how the reading goes; null where no mailbox is set. */
export async function storeMailboxState(ctx: Context, at: MailboxState | null): Promise<void> {
  await (at ? storeSharedValue(ctx, key, JSON.stringify(at)) : deleteSharedValue(ctx, key));
}
