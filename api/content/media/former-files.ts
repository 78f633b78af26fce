import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { formerMedia, type media } from '../../db/index.ts';

/** The most former files of a picture that are kept. */
const keptFiles = 5;

/** Keeps the present file of a picture as a former one, before it is replaced; `replacedBy`: null for an import. */
export async function keepFormerFile(
  { db }: Context,
  { name, contentType, bytes, sha256, width, height, alt, isAnimated }: typeof media.$inferSelect,
  replacedBy: number | null,
): Promise<void> {
  await db.insert(formerMedia).values({ name, contentType, bytes, sha256, width, height, alt, isAnimated, replacedBy });
  await db.execute(sql`delete from ${formerMedia} where ${formerMedia.name} = ${name} and id not in (
    select id from ${formerMedia} where ${formerMedia.name} = ${name} order by id desc limit ${keptFiles})`);
}
