import { and, eq, not, sql } from 'drizzle-orm';
import { personalTableNames } from '../../../contract/studio/privacy-kinds.ts';
import type { PersonalData } from '../../../contract/studio/privacy-operations.ts';
import type { ApiContext, Caller, Context, FilesContext } from '../../context.ts';
import { createContainsPattern, messageActs, submissions, users } from '../../db/index.ts';
import { isOwnAddress } from './own-addresses.ts';
import { exportPersonalData, isSentBy, listPersonalFiles } from './personal-tables.ts';
import { recordPrivacyAct } from './record-act.ts';
import { describeRow, type StoredRow } from './row-words.ts';

/** The most rows of a table, and the most mentions, that are listed; the export has all rows. */
const listed = 200;

export function countRows(stored: Record<string, object[]>): Record<string, number> {
  return Object.fromEntries(Object.entries(stored).map(([table, rows]) => [table, rows.length]));
}

export const sumCounts = (counts: Record<string, number>) => Object.values(counts).reduce((sum, each) => sum + each, 0);

/** Returns how many files of an address have no bytes where this process looks for them. */
export async function countMissingFiles(ctx: FilesContext, email: string): Promise<number> {
  const files = await listPersonalFiles(ctx, email);
  const found = await Promise.all(files.map(({ storageKey }) => ctx.files.has(storageKey)));
  return found.filter((isFound) => !isFound).length;
}

/** Returns the messages of other people that name the address, in their own words or in a note about them. */
function listMentions({ db }: Context, email: string) {
  const noted = db
    .select()
    .from(messageActs)
    .where(
      and(eq(messageActs.submissionId, submissions.id), sql`${messageActs.text} ilike ${createContainsPattern(email)}`),
    );
  // Reads the index of the inbox's search, in whose form of the text the address is compared.
  const named = sql`${submissions.searchText} like fold_message_text(${createContainsPattern(email)})`;
  return db
    .select({ reference: submissions.reference, name: submissions.name })
    .from(submissions)
    .where(and(not(isSentBy(email)), sql`(${named} or exists (${noted}))`))
    .orderBy(submissions.id)
    .limit(listed);
}

async function findUser({ db }: Context, email: string): Promise<PersonalData['user']> {
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()));
  return user ? { name: user.name, role: user.role, isDisabled: user.disabledAt !== null } : null;
}

/** Returns what is stored about an address, and records that the caller has read it. */
export async function findPersonalData(
  ctx: ApiContext,
  { email }: { email: string },
  caller: Caller,
): Promise<PersonalData> {
  const [stored, user, mentions, isOwn, missingFiles] = await Promise.all([
    exportPersonalData(ctx, email),
    findUser(ctx, email),
    listMentions(ctx, email),
    isOwnAddress(ctx, email, ctx.privacy.ownAddresses),
    countMissingFiles(ctx, email),
  ]);
  const counts = countRows(stored);
  await recordPrivacyAct(ctx, 'FIND', caller, counts);
  const rows = stored as Record<string, StoredRow[]>;
  const references = new Map((rows.submissions ?? []).map(({ id, reference }) => [id, String(reference)]));
  const groups = Object.entries(personalTableNames).flatMap(([table, name]) => {
    const found = rows[table] ?? [];
    const items = found.slice(0, listed).map((row) => describeRow(table, row, references));
    return found.length > 0 ? [{ table, name, count: found.length, items }] : [];
  });
  return { email, groups, count: sumCounts(counts), user, mentions, isOwn, missingFiles };
}
