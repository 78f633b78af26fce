import { eq, sql } from 'drizzle-orm';
import type { ApiContext } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { senderDetails } from '../submissions/mail-text.ts';
import { statusOfBooking } from './booking-limits.ts';
import { openDiary } from './diary.ts';
import { enterAnew } from './enter-anew.ts';
import { findAppointment } from './find.ts';
import { getLaw } from './get-law.ts';
import { mailsOfBooking, mailsOfUnconfirmed } from './mails.ts';
import { mailLink } from './tokens.ts';

async function bookOne(inside: ApiContext, submissionId: number): Promise<void> {
  await openDiary(inside);
  const found = await findAppointment(inside, sql`sent.id = ${submissionId}`);
  if (found?.status !== 'LAPSED' || found.isOver) return;
  const { start: slot, timeZone, network, emailKey, reference, visitor } = found;
  const status = await statusOfBooking(inside, submissionId, { slot, network, emailKey, hold: undefined });
  if (status === 'LAPSED') return;
  const booking = await enterAnew(inside, { ...found, isFromMail: false }, { slot, timeZone, status });
  const [sent] = await inside.db.select().from(submissions).where(eq(submissions.id, submissionId));
  if (!sent) return;
  const { name, email, company, contactNumber, sourcePath, message } = sent;
  const details = senderDetails({
    name,
    email,
    company: company ?? undefined,
    contactNumber: contactNumber ?? undefined,
    pathName: sourcePath ?? undefined,
    key: sent.idempotencyKey,
  });
  const { timeZone: officeZone } = await getLaw(inside);
  const told = { booking, reference, visitor, company: inside.company, link: await mailLink(inside, found.id) };
  const mails = (status === 'BOOKED' ? mailsOfBooking : mailsOfUnconfirmed)(told, { details, message, officeZone });
  await inside.db.delete(outbox).where(sql`${outbox.submissionId} = ${submissionId} and ${outbox.sentAt} is null`);
  await inside.db.insert(outbox).values(mails.map((mail) => ({ ...mail, submissionId })));
}

/**
 * Books what a submission asked for whose quarantine was just lifted, as if it came now, with the mails that belong to it in
 * place of those that waited. Where its time was taken meanwhile the mails stay as they are, and their link offers others.
 * Call it in the transaction that lifts the quarantine, before any of those mails goes.
 */
export async function bookReleased(ctx: ApiContext, submissionId: number): Promise<void> {
  try {
    await ctx.db.transaction((tx) => bookOne({ ...ctx, db: tx }, submissionId));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
  }
}
