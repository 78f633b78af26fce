import { inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { files } from '../../db/index.ts';
import { splitFileTokens } from './link.ts';

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
