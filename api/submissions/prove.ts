import { and, eq, isNotNull } from 'drizzle-orm';
import type { Proof } from '../../contract/submission-shapes.ts';
import { bookReleased } from '../consultations/book-released.ts';
import type { ApiContext } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { isSolved } from './challenge.ts';
import { liftQuarantine } from './lift-quarantine.ts';

/**
 * Takes the answer to a challenge of ours: the submission it is bound to leaves quarantine, its mails go and what it asked
 * to book is booked, once. A wrong or
 * late answer is `unprocessable`; a right one that changes nothing any more is answered as the first was.
 */
export async function prove(ctx: ApiContext, proof: Proof): Promise<{ error: null }> {
  const { data } = proof.challenge.parameters;
  if (!('reference' in data) || !(await isSolved(ctx, proof)))
    throw new ApiError('unprocessable', 'This answers no challenge of ours, or comes too late.');
  const isBound = eq(submissions.reference, data.reference);
  const isProvable = and(isBound, isNotNull(submissions.quarantinedFor), eq(submissions.provable, true));
  await liftQuarantine(ctx, isProvable, ({ db }, id) => bookReleased({ ...ctx, db }, id));
  return { error: null };
}
