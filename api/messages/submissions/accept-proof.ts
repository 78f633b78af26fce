import { and, eq, isNotNull } from 'drizzle-orm';
import type { Proof } from '../../../contract/forms/submission-shapes.ts';
import type { ApiContext } from '../../context.ts';
import { submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { bookReleasedSubmission } from '../consultations/request.ts';
import { isProofValid } from './challenge.ts';
import { liftQuarantine } from './store.ts';

/**
 * Accepts a solved challenge: lifts the quarantine of its submission, releases the mails and books the requested time,
 * once. `unprocessable` for a wrong or late solution. A valid solution sent again changes nothing and is answered as
 * before.
 */
export async function acceptProof(ctx: ApiContext, proof: Proof): Promise<{ error: null }> {
  const { data } = proof.challenge.parameters;
  if (!('reference' in data) || !(await isProofValid(ctx, proof)))
    throw new ApiError('unprocessable', 'The challenge is unknown or expired.');
  const isBound = eq(submissions.reference, data.reference);
  const isProvable = and(isBound, isNotNull(submissions.quarantinedFor), eq(submissions.provable, true));
  await liftQuarantine(ctx, isProvable, ({ db }, id) => bookReleasedSubmission({ ...ctx, db }, id));
  return { error: null };
}
