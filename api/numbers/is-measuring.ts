import type { Context } from '../context.ts';
import { readSharedValue } from '../db/index.ts';

/** The name of the stored value. Settings of all pages read it, so it stands apart from the code that changes it. */
export const measuringKey = 'measuring';

/** Returns whether an owner has pages report their speed and the use of forms. */
export async function isMeasuring(ctx: Context): Promise<boolean> {
  return (await readSharedValue(ctx, measuringKey)) === 'on';
}
