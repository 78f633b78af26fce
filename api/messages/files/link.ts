import { and, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { files } from '../../db/index.ts';
import { createFileError } from './file-error.ts';

/** The fields of a submission's file that mails show. */
export type LinkedFile = Pick<typeof files.$inferSelect, 'name' | 'bytes'>;

/** Returns the distinct tokens in a form's field `files`. */
export function splitFileTokens(field: string | undefined): string[] {
  return [...new Set(field?.split(',') ?? [])];
}

/** SQL interval after which an unlinked file expires. */
export const unattachedFileLifetimeSql = sql`interval '1 day'`;

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
