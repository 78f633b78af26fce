import { type SQL, sql } from 'drizzle-orm';
import { type EntryType, entryTypes, getEntryPath, typesWithPages } from '../../../contract/content/entry-types.ts';
import type { Redirect } from '../../../contract/studio/redirect-operations.ts';
import type { Context } from '../../context.ts';
import { acts, entries, formerSlugs, redirects, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { findRedirect, isLivePath } from './find.ts';

/** SQL for the path before the slug of an entry, by its type. */
const prefix = sql`case ${formerSlugs.type} ${sql.join(
  typesWithPages.map((type) => sql`when ${type} then ${entryTypes[type].itemPath}`),
  sql` `,
)} end`;

const allRedirects = sql`
  select path, 'EDITOR' as kind, entry_id, target, created_by, created_at from ${redirects}
  union all
  select ${prefix} || slug, 'RENAME', entry_id, null, (
    select ${acts.doneBy} from ${acts} where ${acts.entryId} = ${formerSlugs.entryId} and ${acts.kind} = 'RENAME'
      and ${acts.before} ->> 'slug' = ${formerSlugs.slug} order by ${acts.id} desc limit 1
  ), since from ${formerSlugs}`;

interface Row extends Record<string, unknown> {
  path: string;
  kind: Redirect['kind'];
  target: string | null;
  type: EntryType | null;
  slug: string | null;
  createdBy: string | null;
  createdAt: string;
}

async function selectRedirects(ctx: Context, where: SQL, { page, size }: { page: number; size: number }) {
  const { rows } = await ctx.db.execute<Row>(sql`
    select path, kind, target, ${entries.type}, ${entries.slug}, ${users.name} as "createdBy", redirect.created_at as "createdAt"
    from (${allRedirects}) as redirect
    left join ${entries} on ${entries.id} = redirect.entry_id
    left join ${users} on ${users.id} = redirect.created_by
    where ${where} order by redirect.created_at desc, path limit ${size} offset ${page * size}`);
  return Promise.all(
    rows.map(
      async ({ path, kind, target, type, slug, createdBy, createdAt }): Promise<Redirect> => ({
        path,
        kind,
        leadsTo: await findRedirect(ctx, path),
        target: type && slug ? getEntryPath(type, slug) : (target ?? ''),
        isOverridden: await isLivePath(ctx, path),
        createdBy,
        createdAt: new Date(createdAt).toISOString(),
      }),
    ),
  );
}

/** Returns one page of the redirects whose path contains `q`, the newest first. */
export async function listRedirects(
  ctx: Context,
  { q, ...page }: { q?: string | undefined; page: number; size: number },
) {
  const where = sql`position(lower(${q ?? ''}::text) in lower(path)) > 0`;
  const { rows } = await ctx.db.execute<{ total: string }>(
    sql`select count(*) as total from (${allRedirects}) as redirect where ${where}`,
  );
  return { items: await selectRedirects(ctx, where, page), ...page, total: Number(rows[0]?.total) };
}

/** Returns one redirect as it is listed. */
export async function presentRedirect(ctx: Context, path: string): Promise<Redirect> {
  const [found] = await selectRedirects(ctx, sql`path = ${path}`, { page: 0, size: 1 });
  if (!found) throw new ApiError('not_found', 'There is no redirect at this address.');
  return found;
}
