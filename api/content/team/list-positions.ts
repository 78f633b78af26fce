import { and, count, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { positions, teamMembers } from '../../db/index.ts';

/** Returns the enabled positions in the editors' order, with their numbers of enabled members. */
export async function listPositions({ db }: Context) {
  const items = await db
    .select({ id: positions.id, slug: positions.slug, label: positions.label, members: count(teamMembers.id) })
    .from(positions)
    .leftJoin(teamMembers, and(eq(teamMembers.positionId, positions.id), eq(teamMembers.enabled, true)))
    .where(eq(positions.enabled, true))
    .groupBy(positions.id)
    .orderBy(positions.position, positions.id);
  return { items };
}
