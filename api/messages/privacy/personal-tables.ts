import { eq, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import { consultations, files, messageActs, outbox, readSnapshot, replies, submissions } from '../../db/index.ts';
import { toE164 } from '../submissions/phone.ts';

/** A table with personal data, and how to find and erase the rows of an e-mail address. */
interface PersonalTable {
  table: string;
  /** Returns the rows of the address, whatever its case. */
  find(ctx: Context, email: string): Promise<object[]>;
  /** Erases the same rows. Returns their number. */
  erase(ctx: Context, email: string): Promise<number>;
}

type FindCondition = (db: Context['db'], email: string) => SQL | undefined;

/** Returns a table whose rows of an address are those that match a condition. */
function createPersonalTable(table: PgTable, isPersonal: FindCondition, order: PgColumn): PersonalTable {
  return {
    table: getTableName(table),
    find: ({ db }, email) => db.select().from(table).where(isPersonal(db, email)).orderBy(order),
    erase: async ({ db }, email) => (await db.delete(table).where(isPersonal(db, email))).rowCount ?? 0,
  };
}

/**
 * Matches submissions by the e-mail address of their sender, ignoring case (index `submissions_of_sender`). A telephone
 * number matches only submissions without an address.
 */
export function isSentBy(contact: string): SQL {
  if (!contact.includes('@'))
    return sql`(${submissions.email} = '' and coalesce(${submissions.phone}, ${submissions.contactNumber}) = ${toE164(contact) ?? contact})`;
  return eq(sql`lower(${submissions.email})`, sql`lower(${contact})`);
}

/** Matches rows of the submissions of an address. */
const isOfSender =
  (column: PgColumn): FindCondition =>
  (db, email) =>
    inArray(column, db.select({ id: submissions.id }).from(submissions).where(isSentBy(email)));

/** Matches mails that the address sent, and those in its messages. */
const isPersonalReply: FindCondition = (db, email) =>
  or(sql`lower(${replies.fromAddress}) = lower(${email})`, isOfSender(replies.submissionId)(db, email));

/** Returns a pattern for the address as a whole word, so that `a@example.org` does not match `aa@example.org`. */
function createWordPattern(email: string): string {
  const literal = email.replace(/[^\p{L}\p{N}@_]/gu, '\\$&');
  return `(?<![[:alnum:]._%+-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`;
}

/**
 * Matches mails to the address, mails with it as the reply address, and mails about its submissions. Mails without a
 * submission also match if they contain the address. A mail about another person's submission belongs to that person,
 * even if it contains the address.
 */
const isPersonalMail: FindCondition = (db, email) =>
  or(
    sql`lower(${outbox.recipient}) = lower(${email})`,
    sql`lower(${outbox.replyTo}) = lower(${email})`,
    isOfSender(outbox.submissionId)(db, email),
    sql`${outbox.submissionId} is null and concat_ws(' ', ${outbox.subject}, ${outbox.body}) ~* ${createWordPattern(email)}`,
  );

const isPersonalFile: FindCondition = (db, email) =>
  or(
    isOfSender(files.submissionId)(db, email),
    inArray(files.replyId, db.select({ id: replies.id }).from(replies).where(isPersonalReply(db, email))),
  );

/** Lists the files of the address's submissions and mails, without their bytes. */
export function listPersonalFiles({ db }: Context, email: string): Promise<(typeof files.$inferSelect)[]> {
  return db.select().from(files).where(isPersonalFile(db, email)).orderBy(files.token);
}

/**
 * The files of the submissions and mails of an e-mail address. A file store has no transactions, so erasing marks the
 * rows as files of no message. The next `removeUnlinkedFiles` deletes the bytes, even after a crash.
 */
const personalFiles: PersonalTable = {
  table: 'files',
  find: listPersonalFiles,
  erase: async ({ db }, email) => {
    const unused = { submissionId: null, replyId: null, name: '', createdAt: sql`to_timestamp(0)` };
    return (await db.update(files).set(unused).where(isPersonalFile(db, email))).rowCount ?? 0;
  },
};

/**
 * The tables with personal data, in the order of erasing: a table that references another comes first. Erasing a
 * booking frees its time.
 */
export const personalTables: readonly PersonalTable[] = [
  createPersonalTable(consultations, isOfSender(consultations.submissionId), consultations.createdAt),
  personalFiles,
  createPersonalTable(outbox, isPersonalMail, outbox.id),
  createPersonalTable(replies, isPersonalReply, replies.id),
  createPersonalTable(messageActs, isOfSender(messageActs.submissionId), messageActs.id),
  createPersonalTable(submissions, (_, email) => isSentBy(email), submissions.id),
];

/** The tables without personal data. A test fails for a table that is in no list. */
export const nonPersonalTables: readonly string[] = [
  'migrations',
  'shared_values',
  'database_ids',
  // written by editors for the public
  'categories',
  'entries',
  'entry_counts',
  'entry_states',
  'feed_ids',
  'former_media',
  'former_slugs',
  'imported_entries',
  'interests',
  'media',
  'personas',
  'picture_uses',
  'positions',
  'revisions',
  'search_words',
  'shown_months',
  'superseded_vectors',
  'team_members',
  // the hours of consultations
  'consultation_settings',
  'consultation_hours',
  'consultation_days_off',
  // views of entries, without names or addresses
  'views',
  'view_queries',
  'missed_searches',
  'redirect_hits',
  'missing_pages',
  'external_links',
  // counts of views, forms and speed; the salt of the hashes of a day
  'measurements',
  'daily_numbers',
  'visitor_salts',
  // a keyed hash of a network address, kept for minutes
  'rate_limits',
  // what webhooks are told: ids, references and addresses, and the beginning of what receivers answer, for a month
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  // the world's places
  'cities',
  'states',
];

/**
 * The tables of the people who work in the Studio: their accounts, and what they write. An owner manages them there; a
 * visitor's request never erases them.
 */
export const userTables: readonly string[] = [
  'users',
  'passkeys',
  'recovery_codes',
  'join_links',
  'passkey_challenges',
  'user_identities',
  'openid_requests',
  'sessions',
  'drafts',
  'draft_saves',
  'kept_versions',
  'deleted_entries',
  'deleted_saves',
  'draft_texts',
  'redirects',
  'reviews',
  'acts',
  'list_acts',
  'share_links',
  'api_tokens',
  'webhooks',
  'presences',
  'submission_reads',
  'bulk_acts',
  'bulk_act_entries',
  // without the addresses that were asked for
  'privacy_acts',
  // who did what: ids and references, never what a visitor typed
  'log_records',
  // who gives consultations, and when they work
  'consultation_advisers',
  'consultation_adviser_hours',
  'consultation_exceptions',
  'consultation_adviser_days_off',
];

/** Returns everything stored about an e-mail address, by table, as of one moment (GDPR, articles 15 and 20). */
export async function exportPersonalData(ctx: Context, email: string): Promise<Record<string, object[]>> {
  return readSnapshot(ctx, async (tx) => {
    const found: Record<string, object[]> = {};
    for (const place of personalTables) found[place.table] = await place.find(tx, email);
    return found;
  });
}

/**
 * Erases everything stored about an e-mail address, in one transaction (GDPR, article 17). Returns the number of rows
 * for each table; a second call finds nothing.
 */
export async function erasePersonalData({ db }: Context, email: string): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    const erased: Record<string, number> = {};
    for (const place of personalTables) erased[place.table] = await place.erase({ db: tx }, email);
    return erased;
  });
}
