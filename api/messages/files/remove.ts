import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { files } from '../../db/index.ts';
import type { FileStore } from './file-store.ts';
import { unattachedFileLifetimeSql } from './link.ts';

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
