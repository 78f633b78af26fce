import { sql } from 'drizzle-orm';
import { outbox } from '../../db/index.ts';

/** Condition: the mail is unsent and not held. The index `outbox_due` has the same condition. */
export const isMailWaitingSql = sql`${outbox.sentAt} is null and ${outbox.deadAt} is null and not ${outbox.held}`;

/**
 * Condition: a person wrote the mail. Such a mail is sent by `deliver-answer.ts`: alone, at once and at most once. The
 * index `outbox_answers_due` has both conditions.
 */
export const isAnswerSql = sql`${outbox.fromName} is not null`;
