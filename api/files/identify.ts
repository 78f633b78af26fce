import { inArray } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { files } from '../db/tables.ts';
import { tokensOf } from './link.ts';

/**
 * What a form's files are, whatever tokens they were given: name and hash of each, in no order. Tells the same form sent
 * twice, each time with a new upload of the same files, from another. Undefined without files.
 */
export async function identifyFiles({ db }: Context, field: string | undefined): Promise<string[] | undefined> {
  const tokens = tokensOf(field);
  if (tokens.length === 0) return undefined;
  const rows = await db.select().from(files).where(inArray(files.token, tokens));
  const known = new Map(rows.map((file) => [file.token, `${file.sha256} ${file.name}`]));
  return tokens.map((token) => known.get(token) ?? token).sort();
}
