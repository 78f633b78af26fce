import { and, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { files } from '../db/tables.ts';
import { refuseFile } from './refuse.ts';

/** A file that goes with a submission, for the mails about it. */
export type LinkedFile = Pick<typeof files.$inferSelect, 'name' | 'bytes'>;

/** The tokens of a form's field `files`, each once. */
export function tokensOf(field: string | undefined): string[] {
  return [...new Set(field?.split(',') ?? [])];
}

/** Unlinked files older than this are gone, or about to be: nothing links them any more. */
export const unlinkedLife = sql`interval '1 day'`;

/**
 * Ties uploaded files to a submission, inside the transaction that stores it; answers them in the order of the tokens. `bad_request`
 * at the field `files` for a token nobody was given, or one of more than a day ago; `conflict` for one of another submission.
 */
export async function linkFiles(tx: Context, submissionId: number, field: string | undefined): Promise<LinkedFile[]> {
  const tokens = tokensOf(field);
  if (tokens.length === 0) return [];
  const isUsable = sql`(${files.submissionId} = ${submissionId} or ${files.submissionId} is null and ${files.createdAt} > now() - ${unlinkedLife})`;
  const linked = await tx.db
    .update(files)
    .set({ submissionId, network: null })
    .where(and(inArray(files.token, tokens), isUsable))
    .returning();
  if (linked.length < tokens.length) {
    const known = await tx.db.select().from(files).where(inArray(files.token, tokens));
    const taken = known.find((file) => file.submissionId !== null && file.submissionId !== submissionId);
    if (taken) throw refuseFile('conflict', `${taken.name} was sent with another message. Please choose it again.`);
    throw refuseFile('bad_request', 'A file is no longer here. Please choose your files again.');
  }
  const byToken = new Map(linked.map((file) => [file.token, file]));
  return tokens.flatMap((token) => byToken.get(token) ?? []);
}
