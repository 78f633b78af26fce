import { asc, eq, inArray } from 'drizzle-orm';
import type { Context, FilesContext } from '../../context.ts';
import { files } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

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
