import { asc, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { OpenedMessage } from '../../../contract/studio/message-shapes.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { consultations, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { listPresentPeople, requireActor } from '../../people/index.ts';
import { composeAnswerStart, readAnswerBase } from './answer-message.ts';
import { isNamed } from './change-messages.ts';
import { readTimeline } from './read-timeline.ts';
import { isRootSql, presentMessage, selectMessages } from './select-messages.ts';

/** The most other messages of the same address that are listed. */
const mostRelated = 20;

/** Returns the reasons of a quarantine, each a few words. */
function listSpamReasons(quarantinedFor: string | null): string[] {
  if (quarantinedFor === null) return [];
  return quarantinedFor
    .split('; ')
    .flatMap((reason) => /^spam -?\d+: (.*)$/.exec(reason)?.[1]?.split(', ') ?? [reason])
    .filter(Boolean);
}

async function readRelated(ctx: Context, id: number, email: string): Promise<OpenedMessage['related']> {
  if (!email) return [];
  const rows = await selectMessages(ctx, null)
    .where(sql`lower(${submissions.email}) = lower(${email}) and ${ne(submissions.id, id)} and ${isRootSql}`)
    .orderBy(desc(submissions.createdAt))
    .limit(mostRelated);
  return rows.map(presentMessage).map(({ reference, kind, state, excerpt, receivedAt }) => ({
    reference,
    kind,
    state,
    excerpt,
    receivedAt,
  }));
}

async function readAppointment({ db }: Context, submissionId: number): Promise<OpenedMessage['appointment']> {
  const toIso = (text: string) => new Date(text).toISOString();
  const [row] = await db
    .select({
      id: consultations.id,
      start: sql<string>`lower(${consultations.during})`.mapWith(toIso),
      end: sql<string>`upper(${consultations.during})`.mapWith(toIso),
      state: consultations.status,
      timeZone: consultations.timeZone,
    })
    .from(consultations)
    .where(eq(consultations.submissionId, submissionId));
  return row ?? null;
}

/**
 * Returns a message with everything that happened to it. The reference of a message that was merged into another opens
 * that other one.
 */
export async function openMessage(
  ctx: ApiContext,
  { reference }: { reference: string },
  caller: Caller,
): Promise<OpenedMessage> {
  const actor = requireActor(caller);
  const [named] = await ctx.db.select().from(submissions).where(isNamed(reference));
  if (!named) throw new ApiError('not_found', 'There is no such message. It may have been erased.');
  const rootId = named.mergedInto ?? named.id;
  // Read first: what comes while the rest is read counts as not seen.
  const seen = await readAnswerBase(ctx, rootId);
  const parts = await ctx.db
    .select()
    .from(submissions)
    .where(or(eq(submissions.id, rootId), eq(submissions.mergedInto, rootId)))
    .orderBy(asc(submissions.id));
  const root = parts.find(({ id }) => id === rootId);
  const [row] = await selectMessages(ctx, actor.userId).where(eq(submissions.id, rootId));
  if (!root || !row) throw new ApiError('not_found', 'There is no such message. It may have been erased.');
  const { city, region, country } = root;
  return {
    ...presentMessage(row),
    text: root.message,
    phone: root.contactNumber,
    place: [city, region, country].filter(Boolean).join(', ') || null,
    persona: root.persona,
    interests: root.interests,
    readBefore: root.sourcePath,
    spamReasons: listSpamReasons(root.quarantinedFor),
    appointment: await readAppointment(ctx, rootId),
    seen,
    timeline: await readTimeline(ctx, parts),
    related: await readRelated(ctx, rootId, root.email),
    others: await listPresentPeople(ctx, rootId, actor.userId),
    answer: await composeAnswerStart(ctx, rootId, root, actor),
  };
}
