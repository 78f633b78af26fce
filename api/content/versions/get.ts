import { and, eq } from 'drizzle-orm';
import type { OpenedVersion } from '../../../contract/studio/history-operations.ts';
import type { Context } from '../../context.ts';
import { draftSaves, revisions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { findVersion } from '../drafts/find.ts';
import { findRevisions, findSaves } from './find.ts';

/** Returns a revision or a save of an entry with its content. `not_found` for one of another entry, or one not kept. */
export async function getVersion(
  ctx: Context,
  { id, version }: { id: number; version: string },
): Promise<OpenedVersion> {
  const [kind, text] = version.split('-');
  const number = Number(text);
  const [summary] =
    kind === 'revision'
      ? await findRevisions(ctx, and(eq(revisions.entryId, id), eq(revisions.id, number)))
      : await findSaves(ctx, and(eq(draftSaves.entryId, id), eq(draftSaves.version, number)));
  const content = summary && (await findVersion(ctx, id, version));
  if (!content) throw new ApiError('not_found', 'This version of the entry is not kept.');
  return { ...summary, content };
}
