import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { formatCount } from '../../../contract/content/number-text.ts';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import type { Context, FilesContext } from '../../context.ts';
import { files, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordReading } from '../../log/index.ts';
import { createFileError, type FileStore } from './incoming.ts';

/** The fields of a submission's file that mails show. */
export type LinkedFile = Pick<typeof files.$inferSelect, 'name' | 'bytes'>;

/** Returns the distinct tokens in a form's field `files`. */
function splitFileTokens(field: string | undefined): string[] {
  return [...new Set(field?.split(',') ?? [])];
}

/** SQL interval after which an unlinked file expires. */
const unattachedFileLifetimeSql = sql`interval '1 day'`;

/**
 * Links uploaded files to a submission, in the transaction that stores it; returns them in the order of the tokens.
 * `bad_request` on the field `files` for an unknown or expired token; `conflict` for a file of another submission.
 */
export async function linkFiles(tx: Context, submissionId: number, field: string | undefined): Promise<LinkedFile[]> {
  const tokens = splitFileTokens(field);
  if (tokens.length === 0) return [];
  const isUsable = sql`(${files.submissionId} = ${submissionId} or ${files.submissionId} is null and ${files.createdAt} > now() - ${unattachedFileLifetimeSql})`;
  const linked = await tx.db
    .update(files)
    .set({ submissionId, network: null })
    .where(and(inArray(files.token, tokens), isUsable))
    .returning();
  if (linked.length < tokens.length) {
    const known = await tx.db.select().from(files).where(inArray(files.token, tokens));
    const taken = known.find((file) => file.submissionId !== null && file.submissionId !== submissionId);
    if (taken)
      throw createFileError('conflict', `${taken.name} was already sent with another message. Please choose it again.`);
    throw createFileError('bad_request', 'A file has expired. Choose your files again.');
  }
  const byToken = new Map(linked.map((file) => [file.token, file]));
  return tokens.flatMap((token) => byToken.get(token) ?? []);
}

/**
 * Returns name and hash of each file of a form, sorted; undefined without files. Identifies a repeated form whose files
 * were uploaded again under new tokens.
 */
export async function hashFormFiles({ db }: Context, field: string | undefined): Promise<string[] | undefined> {
  const tokens = splitFileTokens(field);
  if (tokens.length === 0) return undefined;
  const rows = await db.select().from(files).where(inArray(files.token, tokens));
  const known = new Map(rows.map((file) => [file.token, `${file.sha256} ${file.name}`]));
  return tokens.map((token) => known.get(token) ?? token).sort();
}

/** Lists the files of submissions without their bytes, in upload order. */
export async function listSubmissionFiles(
  { db }: Context,
  submissionIds: number[],
): Promise<(typeof files.$inferSelect)[]> {
  if (submissionIds.length === 0) return [];
  return db.select().from(files).where(inArray(files.submissionId, submissionIds)).orderBy(asc(files.createdAt));
}

/** Returns a file with its bytes, for operators. `not_found` for an unknown token. */
export async function readStoredFile(
  { db, files: store }: FilesContext,
  token: string,
): Promise<{ name: string; contentType: string; bytes: Buffer }> {
  const [row] = await db.select().from(files).where(eq(files.token, token));
  if (!row) throw new ApiError('not_found', 'There is no file with this token.');
  return { name: row.name, contentType: row.contentType, bytes: await store.get(row.storageKey) };
}

/** Records that a user reads a file, by the message that it belongs to. */
export async function recordFileReading(ctx: Context, token: string, by: number): Promise<void> {
  const [row] = await ctx.db
    .select({ reference: submissions.reference })
    .from(files)
    .innerJoin(submissions, eq(submissions.id, files.submissionId))
    .where(eq(files.token, token));
  await recordReading(ctx, { kind: 'message.FILE', by, id: row?.reference ?? null });
}

/**
 * Removes files that no form used within a day, or whose submission or mail was deleted, and returns how many. Each row
 * is locked, so that several servers share the work. `linkFiles` accepts no file of that age. A file whose bytes cannot
 * be removed stays for the next call and does not stop the others; its error is thrown at the end.
 */
export async function removeUnlinkedFiles({ db }: Context, store: FileStore): Promise<number> {
  let removed = 0;
  let failure: unknown = null;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const token = await db.transaction(async (tx) => {
      const [file] = await tx
        .select()
        .from(files)
        .where(
          sql`${files.submissionId} is null and ${files.replyId} is null and ${files.createdAt} <= now() - ${unattachedFileLifetimeSql} and ${files.token} > ${last}`,
        )
        .orderBy(files.token)
        .limit(1)
        .for('update', { skipLocked: true });
      if (!file) return null;
      try {
        await store.remove(file.storageKey);
        await tx.delete(files).where(eq(files.token, file.token));
        removed++;
      } catch (error) {
        failure ??= error;
      }
      return file.token;
    });
    if (!token) break;
    last = token;
  }
  if (failure) throw failure;
  return removed;
}

/** Lists the files of a submission, for the mail to the company. */
export function listFileDetails(
  linked: LinkedFile[],
  lostFiles: string | undefined,
): [name: string, value: string | undefined][] {
  return [
    ['Files', linked.map(({ name, bytes }) => `${name} (${formatFileSize(bytes)})`).join(', ')],
    ['Files that did not arrive; the sender was asked to reply with them', lostFiles],
  ];
}

/**
 * Composes the paragraphs about files for the mail to the sender; empty without files. File names are left out, because
 * the sender chose them.
 */
export function composeFileNotes(linked: LinkedFile[], lostFiles: string | undefined): string {
  const came = `It included ${formatCount(linked.length, 'file')}.`;
  return [
    linked.length > 0 && `${came}\n\n`,
    lostFiles &&
      'Some files did not arrive, because our file store could not be reached. Please reply to this e-mail and attach them.\n\n',
  ]
    .filter(Boolean)
    .join('');
}
