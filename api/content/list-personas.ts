import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { interests, personas } from '../db/index.ts';
import { createFormerSlugsSql, omitEmptyFormerSlugs } from './lists/follow-merges.ts';

/** Returns the enabled personas in the editors' order, with the slugs of their interests. */
export async function listPersonas({ db }: Context) {
  const { id, slug, label, description, interests: theirs } = personas;
  const items = await db
    .select({ id, slug, label, description, interests: theirs, formerSlugs: createFormerSlugsSql(personas) })
    .from(personas)
    .where(eq(personas.enabled, true))
    .orderBy(personas.position, personas.id);
  return { items: items.map(omitEmptyFormerSlugs) };
}

/** Returns the enabled interests in the editors' order. */
export async function listInterests({ db }: Context) {
  const { id, slug, label, description } = interests;
  const items = await db
    .select({ id, slug, label, description, formerSlugs: createFormerSlugsSql(interests) })
    .from(interests)
    .where(eq(interests.enabled, true))
    .orderBy(interests.position, interests.id);
  return { items: items.map(omitEmptyFormerSlugs) };
}
