import { eq, sql } from 'drizzle-orm';
import type { Context, FilesContext } from '../context.ts';
import { files } from '../db/tables.ts';
import type { FileStore } from './file-store.ts';
import { unlinkedLife } from './link.ts';
import { listFilesOf } from './read.ts';

/**
 * Removes all files of submissions, the bytes of each before its row: a crash in between leaves a row by which the next
 * call finds the rest. Answers how many; rejects where the store does not remove.
 */
export async function removeFilesOf({ db, files: store }: FilesContext, submissionIds: number[]): Promise<number> {
  const found = await listFilesOf({ db }, submissionIds);
  for (const { token, storageKey } of found) {
    await store.remove(storageKey);
    await db.delete(files).where(eq(files.token, token));
  }
  return found.length;
}

/**
 * Removes files that no form used within a day of their upload, or whose submission is gone: bytes, then row, under the
 * row's lock, so that several servers share the work and none meets a file that another has begun. Nothing links a file
 * of that age (`linkFiles`). A file whose bytes can't be removed stays for the next time and keeps no other from going;
 * the first such failure is thrown at the end. Answers how many are gone.
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
          sql`${files.submissionId} is null and ${files.createdAt} <= now() - ${unlinkedLife} and ${files.token} > ${last}`,
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
