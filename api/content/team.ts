import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { parseId, positions, teamMembers } from '../db/index.ts';
import { ApiError } from '../errors.ts';

function selectMembers({ db }: Context, where?: SQL) {
  return db
    .select({
      id: teamMembers.id,
      slug: teamMembers.slug,
      name: teamMembers.name,
      role: teamMembers.role,
      focus: teamMembers.focus,
      joined: teamMembers.joined,
      html: teamMembers.html,
      position: { slug: positions.slug, label: positions.label },
    })
    .from(teamMembers)
    .innerJoin(positions, eq(positions.id, teamMembers.positionId))
    .where(and(eq(teamMembers.enabled, true), eq(positions.enabled, true), where))
    .orderBy(teamMembers.position, teamMembers.id);
}

/** Returns the enabled members in the editors' order. */
export async function listMembers(ctx: Context) {
  return { items: await selectMembers(ctx) };
}

/** Returns the members in a position, given by slug, id or label. `not_found` for an unknown position. */
export async function listMembersByPosition(ctx: Context, input: { position: string }) {
  const name = input.position;
  const bySlug = eq(positions.slug, name);
  const id = parseId(name);
  const isNamed = or(
    bySlug,
    sql`lower(${positions.label}) = lower(${name})`,
    id === null ? undefined : eq(positions.id, id),
  );
  const [position] = await ctx.db
    .select({ id: positions.id })
    .from(positions)
    .where(and(eq(positions.enabled, true), isNamed))
    .orderBy(desc(bySlug));
  if (!position) throw new ApiError('not_found', 'There is no such position.');
  return { items: await selectMembers(ctx, eq(teamMembers.positionId, position.id)) };
}

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
