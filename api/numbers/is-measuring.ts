import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { sharedValues } from '../db/index.ts';

/** The name of the stored value. Settings of all pages read it, so it stands apart from the code that changes it. */
export const measuringKey = 'measuring';

/** Returns whether an owner has pages report their speed and the use of forms. */
export async function isMeasuring({ db }: Context): Promise<boolean> {
  const rows = await db.select().from(sharedValues).where(eq(sharedValues.name, measuringKey));
  return rows[0]?.value === 'on';
}
