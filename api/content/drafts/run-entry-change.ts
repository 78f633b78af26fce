import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Actor, Caller, Context } from '../../context.ts';
import { requireActor } from '../../people/index.ts';
import { type EntryRow, lockEntry } from './find.ts';
import { openEntry } from './open.ts';

/** Runs a change of an entry in a transaction that locks the entry, and returns the entry as it is afterwards. */
export async function runEntryChange(
  ctx: Context,
  id: number,
  caller: Caller,
  change: (tx: Context, entry: EntryRow, actor: Actor) => Promise<void>,
): Promise<OpenedEntry> {
  const actor = requireActor(caller);
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    await change(tx, await lockEntry(tx, id), actor);
  });
  return openEntry(ctx, { id }, caller);
}
