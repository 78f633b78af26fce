import { eq, sql } from 'drizzle-orm';
import type { ApiContext } from '../../context.ts';
import { submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

/**
 * Returns the reference of a stored submission, whether it booked a consultation, and whether this installation sends
 * mail. Other fields stay private. `not_found` for an unknown reference.
 */
export async function getReceipt(
  { db, company }: ApiContext,
  { reference }: { reference: string },
): Promise<{ reference: string; sendsMail: boolean; hasConsultation: boolean }> {
  const [row] = await db
    .select({
      reference: submissions.reference,
      hasConsultation: sql<boolean>`exists (
        select 1 from consultations booked where booked.submission_id = submissions.id)`,
    })
    .from(submissions)
    .where(eq(submissions.reference, reference));
  if (!row) throw new ApiError('not_found', 'There is no submission with this reference.');
  return { ...row, sendsMail: company.sendsMail };
}
