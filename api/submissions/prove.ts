import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Proof } from '../../contract/submission-shapes.ts';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { challengeSecret } from './challenge.ts';
import { liftQuarantine } from './lift-quarantine.ts';

/**
 * Takes the answer to a challenge of ours: the submission it is bound to leaves quarantine and its mails go, once. A wrong or
 * late answer is `unprocessable`; a right one that changes nothing any more is answered as the first was.
 */
export async function prove(ctx: Context, { challenge, solution }: Proof): Promise<{ error: null }> {
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: await challengeSecret(ctx),
  });
  if (!verified) throw new ApiError('unprocessable', 'This answers no challenge of ours, or comes too late.');
  const { reference } = challenge.parameters.data;
  const isBound = eq(submissions.reference, reference);
  await liftQuarantine(ctx, and(isBound, isNotNull(submissions.quarantinedFor), eq(submissions.provable, true)));
  return { error: null };
}
