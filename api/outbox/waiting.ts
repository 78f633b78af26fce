import { sql } from 'drizzle-orm';
import { outbox } from '../db/tables.ts';

/** A mail that is still to be sent and not held back; the index `outbox_due` has the same words. */
export const isWaiting = sql`${outbox.sentAt} is null and ${outbox.deadAt} is null and not ${outbox.held}`;
