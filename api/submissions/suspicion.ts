import { createHash } from 'node:crypto';
import { and, countDistinct, eq, gt, ne, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { certainScore, spamScore, suspiciousScore } from './spam/score.ts';

/** What the page's guard fields told (`guardFields` of the contract). */
export interface GuardSignals {
  homepage?: string | undefined;
  fillTime?: string | undefined;
}

/** What is stored of a suspicion; a `provable` quarantine is lifted by a proof of work. */
export interface Suspicion {
  quarantinedFor: string | null;
  provable: boolean;
  textSha256: string | null;
}

/** Milliseconds below which nobody has filled in a form. */
const shortestFill = 2_000;
/** Characters from which the same text is not by chance the same. */
const tellingLength = 40;
/** So many other senders of the same text within a day are one sender. */
const manySenders = 3;

function hashOfText(message: string): string | null {
  const text = message.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return text.length < tellingLength ? null : createHash('sha256').update(text).digest('hex');
}

async function isFromMany({ db }: Context, textSha256: string, email: string): Promise<boolean> {
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
  return (found?.senders ?? 0) >= manySenders;
}

/** Weighs what is known of a submission before it is stored; the reasons are for the person who looks at it later. */
export async function suspect(
  ctx: Context,
  { homepage, fillTime }: GuardSignals,
  submission: { name: string; email: string; message: string; company?: string | null },
): Promise<Suspicion> {
  const { name, email, message, company } = submission;
  const textSha256 = hashOfText(message);
  const { score, reasons } = spamScore({ name, email, message, company: company ?? '' });
  const soft: string[] = [];
  const hard: string[] = [];
  if (homepage) hard.push('filled in a hidden field');
  if (score >= suspiciousScore) (score >= certainScore ? hard : soft).push(`spam ${score}: ${reasons.join(', ')}`);
  if (fillTime !== undefined && !(Number(fillTime) >= shortestFill)) soft.push('filled in within two seconds');
  const isRepeated = textSha256 && (await isFromMany(ctx, textSha256, email));
  const all = [...hard, ...soft, ...(isRepeated ? ['the same text from many senders'] : [])];
  return {
    quarantinedFor: all.length > 0 ? all.join('; ') : null,
    // By the sender's own doing alone: a challenge in the answer must not tell what others sent.
    provable: soft.length > 0 && hard.length === 0,
    textSha256,
  };
}
