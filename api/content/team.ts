import { aliasedTable, and, count, desc, eq, not, or, type SQL, sql } from 'drizzle-orm';
import { coverSize, getCoverPath } from '../../contract/content/picture-variants.ts';
import type { CompanyContext } from '../context.ts';
import { parseId, positions, teamMembers } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { createFormerSlugsSql, omitEmptyFormerSlugs } from './lists/follow-merges.ts';

/** SQL for whether a person has left the team, by the day in the company's time zone. */
export const createHasLeftSql = (timeZone: string) =>
  sql<boolean>`coalesce(${teamMembers.leftOn} <= (now() at time zone ${timeZone})::date, false)`;

/** Condition: visitors see the person in the team. */
const isInTeam = ({ company }: CompanyContext) =>
  and(eq(teamMembers.enabled, true), not(createHasLeftSql(company.timeZone)));

/** Returns the text of a person, below the portrait, which is cropped around its focal point. */
function addPortrait(html: string, portrait: string | null): string {
  if (portrait === null) return html;
  const { width, height } = coverSize;
  const size = `width="${width}" height="${height}"`;
  return `<p><img src="${getCoverPath(portrait)}" alt="" ${size} loading="lazy" decoding="async"></p>${html}`;
}

async function selectMembers(ctx: CompanyContext, where?: SQL) {
  const rows = await ctx.db
    .select({
      id: teamMembers.id,
      slug: teamMembers.slug,
      name: teamMembers.name,
      role: teamMembers.role,
      focus: teamMembers.focus,
      joined: teamMembers.joined,
      html: teamMembers.html,
      portrait: teamMembers.portrait,
      position: { slug: positions.slug, label: positions.label },
    })
    .from(teamMembers)
    .innerJoin(positions, eq(positions.id, teamMembers.positionId))
    .where(and(isInTeam(ctx), eq(positions.enabled, true), where))
    .orderBy(teamMembers.position, teamMembers.id);
  return rows.map(({ portrait, html, ...member }) => ({ ...member, html: addPortrait(html, portrait) }));
}

/** Returns the enabled members in the editors' order, without those who have left. */
export async function listMembers(ctx: CompanyContext) {
  return { items: await selectMembers(ctx) };
}

/** Returns the members in a position, given by slug, id or label. `not_found` for an unknown position. */
export async function listMembersByPosition(ctx: CompanyContext, input: { position: string }) {
  const name = input.position;
  const bySlug = eq(positions.slug, name);
  const id = parseId(name);
  const isNamed = or(
    bySlug,
    sql`lower(${positions.label}) = lower(${name})`,
    id === null ? undefined : eq(positions.id, id),
  );
  const target = aliasedTable(positions, 'target');
  const [position] = await ctx.db
    .select({ id: target.id })
    .from(positions)
    .innerJoin(target, eq(target.id, sql`coalesce(${positions.mergedIntoId}, ${positions.id})`))
    .where(and(eq(target.enabled, true), isNamed))
    .orderBy(desc(bySlug));
  if (!position) throw new ApiError('not_found', 'There is no such position.');
  return { items: await selectMembers(ctx, eq(teamMembers.positionId, position.id)) };
}

/** Returns the enabled positions in the editors' order, with their numbers of enabled members. */
export async function listPositions(ctx: CompanyContext) {
  const items = await ctx.db
    .select({
      id: positions.id,
      slug: positions.slug,
      label: positions.label,
      members: count(teamMembers.id),
      formerSlugs: createFormerSlugsSql(positions),
    })
    .from(positions)
    .leftJoin(teamMembers, and(eq(teamMembers.positionId, positions.id), isInTeam(ctx)))
    .where(eq(positions.enabled, true))
    .groupBy(positions.id)
    .orderBy(positions.position, positions.id);
  return { items: items.map(omitEmptyFormerSlugs) };
}
