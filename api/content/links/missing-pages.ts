import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { missingPages } from '../../db/index.ts';
import { followRedirects, isAnsweredWithoutPage } from '../redirects.ts';
import { suggestTargets } from './broken-links.ts';
import { readRedirectTable } from './plan-redirects.ts';

/** The most addresses that are looked at: those of links of this site, then those that were asked for most often. */
const mostListed = 1_000;

interface Row extends Record<string, unknown> {
  path: string;
  times: number;
  lastOn: string;
  referrers: string[];
}

/**
 * Returns one page of the addresses that visitors asked for in vain, those of links of this site first. Addresses that
 * have a page or a redirect by now are left out. `scanned` counts the requests of programs that look for weak spots.
 */
export async function listMissingPages(
  ctx: Context,
  { q, of, page, size }: { q?: string | undefined; of?: 'SITE' | undefined; page: number; size: number },
) {
  const [{ rows }, scans, table] = await Promise.all([
    ctx.db.execute<Row>(sql`
      select path, sum(times)::int as times, max(day)::text as "lastOn",
        coalesce(array_agg(distinct referrer) filter (where referrer <> ''), '{}') as referrers
      from ${missingPages}
      where path <> '' and position(lower(${q ?? ''}::text) in path) > 0
      group by path having ${of === 'SITE' ? sql`bool_or(referrer <> '')` : sql`true`}
      order by bool_or(referrer <> '') desc, sum(times) desc, path limit ${mostListed}`),
    ctx.db.execute<{ times: number }>(
      sql`select coalesce(sum(times), 0)::int as times from ${missingPages} where path = ''`,
    ),
    readRedirectTable(ctx),
  ]);
  const open: Row[] = [];
  for (const row of rows) {
    const isFound = table.isLivePage(row.path) || (await followRedirects(row.path, table)).end !== null;
    if (!isFound) open.push(row);
  }
  const items = open.slice(page * size, (page + 1) * size);
  const suggestions = await suggestTargets(
    ctx,
    items.map(({ path }) => path),
  );
  return {
    items: items.map((row) => ({
      ...row,
      referrers: row.referrers.slice(0, 5),
      canRedirect: !isAnsweredWithoutPage(row.path),
      suggestion: suggestions.get(row.path) ?? null,
    })),
    page,
    size,
    total: open.length,
    scanned: scans.rows[0]?.times ?? 0,
  };
}
