import { sql } from 'drizzle-orm';
import { outbox } from '../../db/index.ts';

/** Condition: the mail is unsent and not held. The index `outbox_due` has the same condition. */
export const isMailWaitingSql = sql`${outbox.sentAt} is null and ${outbox.deadAt} is null and not ${outbox.held}`;
