import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { sharedValues } from './tables.ts';

/** Returns a value that all servers share, by its name; null without one. */
export async function readSharedValue({ db }: Context, name: string): Promise<string | null> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, name));
  return row?.value ?? null;
}

/** Stores a value that all servers share. */
export async function storeSharedValue({ db }: Context, name: string, value: string): Promise<void> {
  await db
    .insert(sharedValues)
    .values({ name, value })
    .onConflictDoUpdate({ target: sharedValues.name, set: { value } });
}

export async function deleteSharedValue({ db }: Context, name: string): Promise<void> {
  await db.delete(sharedValues).where(eq(sharedValues.name, name));
}
