import { createHash } from 'node:crypto';
import { and, countDistinct, eq, gt, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { submissions } from '../../db/index.ts';
import { quarantineScore, scoreSpam, unprovableScore } from './spam/score.ts';

/** The values of the form's guard fields (`guardFields` of the contract). */
export interface GuardSignals {
  homepage?: string | undefined;
  fillTime?: string | undefined;
}

/** What makes a submission suspicious apart from its text. */
interface Signals extends GuardSignals {
  /** Whether the site stores so many forms that mails of forms without a proof are held (`count-stored.ts`). */
  isAboveTotal: boolean;
}

/** The columns that store a suspicion. A proof of work lifts a `provable` quarantine. */
export interface Suspicion {
  quarantinedFor: string | null;
  provable: boolean;
  textSha256: string | null;
}

/** Milliseconds that a person needs at least to fill in a form. */
const minFillMilliseconds = 2_000;
/** Characters from which equal texts are no coincidence. */
const minHashedLength = 40;
/** The number of other senders of the same text within a day from which on a message is suspicious. */
const minOtherSenders = 3;

function hashMessage(message: string): string | null {
  const text = message.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return text.length < minHashedLength ? null : createHash('sha256').update(text).digest('hex');
}

async function isSentByMany({ db }: Context, textSha256: string, email: string): Promise<boolean> {
  const [found] = await db
    .select({ senders: countDistinct(sql`lower(${submissions.email})`) })
    .from(submissions)
    .where(
      and(
        eq(submissions.textSha256, textSha256),
        gt(submissions.createdAt, sql`now() - interval '1 day'`),
        ne(sql`lower(${submissions.email})`, email.toLowerCase()),
      ),
    );
  return (found?.senders ?? 0) >= minOtherSenders;
}

/** Assesses a submission before it is stored. The reasons are for the operator who reviews the quarantine. */
export async function assessSubmission(
  ctx: Context,
  { homepage, fillTime, isAboveTotal }: Signals,
  submission: { name: string; email: string; message: string; company?: string | null },
): Promise<Suspicion> {
  const { name, email, message, company } = submission;
  const textSha256 = hashMessage(message);
  const { score, reasons } = scoreSpam({ name, email, message, company: company ?? '' });
  const soft: string[] = [];
  const hard: string[] = [];
  if (homepage) hard.push('filled in a hidden field');
  if (score >= quarantineScore) (score >= unprovableScore ? hard : soft).push(`spam ${score}: ${reasons.join(', ')}`);
  if (fillTime !== undefined && !(Number(fillTime) >= minFillMilliseconds)) soft.push('filled in within two seconds');
  if (isAboveTotal) soft.push('sent while the site received too many forms');
  const isRepeated = textSha256 && (await isSentByMany(ctx, textSha256, email));
  const all = [...hard, ...soft, ...(isRepeated ? ['the same text from many senders'] : [])];
  return {
    quarantinedFor: all.length > 0 ? all.join('; ') : null,
    // Equal texts of others do not count: a challenge in the answer must not reveal that others sent the same text.
    provable: soft.length > 0 && hard.length === 0,
    textSha256,
  };
}
