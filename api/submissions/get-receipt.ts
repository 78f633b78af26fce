import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';

/** Whether a reference names a stored submission; says nothing else of it. `not_found` where it does not. */
export async function getReceipt(
  { db }: Context,
  { reference }: { reference: string },
): Promise<{ reference: string }> {
  const [row] = await db
    .select({ reference: submissions.reference })
    .from(submissions)
    .where(eq(submissions.reference, reference));
  if (!row) throw new ApiError('not_found', 'There is no submission with this reference.');
  return row;
}
