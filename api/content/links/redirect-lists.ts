import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { asc, type SQL, sql } from 'drizzle-orm';
import { type EntryType, entryTypes, getEntryPath, typesWithPages } from '../../../contract/content/entry-types.ts';
import { isPrefixPath } from '../../../contract/content/site-paths.ts';
import type { FieldError } from '../../../contract/http/errors.ts';
import { maxImportedRedirects } from '../../../contract/studio/content-limits.ts';
import {
  type NewRedirect,
  newRedirect,
  type PlannedRedirect,
  type Redirect,
  type RedirectImport,
} from '../../../contract/studio/redirect-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { acts, entries, formerSlugs, redirectHits, redirects, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { requireActor } from '../../people/index.ts';
import { followRedirects } from '../redirects.ts';
import { suggestTargets } from './broken-links.ts';
import {
  findBrokenRedirects,
  planRedirects,
  type RedirectTable,
  readRedirectTable,
  runAlone,
  storePlan,
} from './plan-redirects.ts';

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

type Row = Pick<Redirect, 'path' | 'kind' | 'hits' | 'lastHitOn' | 'createdBy' | 'createdAt'> & {
  target: string | null;
  type: EntryType | null;
  slug: string | null;
};

/** A condition for the redirects of editors with some addresses. */
const isOneOf = (paths: ReadonlyMap<string, string>) =>
  sql`(kind = 'EDITOR' and redirect.path = any(${sql.param([...paths.keys()])}::text[]))`;

/** Returns redirects, those that lead to no page first, and then the newest. `broken` says what is wrong with them. */
async function selectRedirects(
  ctx: Context,
  table: RedirectTable,
  broken: ReadonlyMap<string, string>,
  { where, page, size }: { where: SQL; page: number; size: number },
): Promise<Redirect[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select redirect.path, kind, target, ${entries.type}, ${entries.slug}, ${users.name} as "createdBy",
      redirect.created_at as "createdAt", coalesce(${redirectHits.times}, 0)::int as hits, ${redirectHits.lastDay}::text as "lastHitOn"
    from (${allRedirects}) as redirect
    left join ${entries} on ${entries.id} = redirect.entry_id
    left join ${users} on ${users.id} = redirect.created_by
    left join ${redirectHits} on ${redirectHits.path} = redirect.path
    where ${where} order by ${isOneOf(broken)} desc, redirect.created_at desc, redirect.path
    limit ${size} offset ${page * size}`);
  const paths = rows.map(({ path }) => path).filter((path) => broken.has(path));
  const suggestions = await suggestTargets(ctx, paths);
  return Promise.all(
    rows.map(async ({ type, slug, target, createdAt, ...row }) => ({
      ...row,
      // Where a redirect of all addresses below a path leads, depends on the address.
      leadsTo: target && isPrefixPath(target) ? target : (await followRedirects(row.path, table)).end,
      target: type && slug ? getEntryPath(type, slug) : (target ?? ''),
      isOverridden: table.isLivePage(row.path),
      problem: (row.kind === 'EDITOR' && broken.get(row.path)) || null,
      suggestion: suggestions.get(row.path) ?? null,
      createdAt: new Date(createdAt).toISOString(),
    })),
  );
}

/** Returns one page of the redirects whose path contains `q`; with `of` only those that lead to no page. */
export async function listRedirects(
  ctx: Context,
  { q, of, ...page }: { q?: string | undefined; of?: 'BROKEN' | undefined; page: number; size: number },
) {
  const table = await readRedirectTable(ctx);
  const broken = await findBrokenRedirects(table);
  const where = sql`position(lower(${q ?? ''}::text) in lower(redirect.path)) > 0 and ${of ? isOneOf(broken) : sql`true`}`;
  const { rows } = await ctx.db.execute<{ total: string }>(
    sql`select count(*) as total from (${allRedirects}) as redirect where ${where}`,
  );
  const items = await selectRedirects(ctx, table, broken, { where, ...page });
  return { items, ...page, total: Number(rows[0]?.total), broken: broken.size };
}

const refuse = (problems: FieldError[]) => new ApiError('unprocessable', 'The redirect was not added.', problems);

/**
 * Adds a redirect to a page that visitors see, or of all addresses below a path. A target that is redirected itself is
 * replaced by the page to which it leads, and an entry is stored by its id, so that the redirect follows its renames. A
 * redirect at the path that leads to no page is replaced. `unprocessable` if a page or a working redirect is at the
 * path, or if the redirect would lead in a loop.
 */
export async function addRedirect(ctx: Context, redirect: NewRedirect, caller: Caller): Promise<Redirect> {
  const { userId } = requireActor(caller);
  return runAlone(ctx, async (tx) => {
    const before = await readRedirectTable(tx);
    const plan = await planRedirects(tx, [redirect]);
    const [row] = plan.rows as [PlannedRedirect];
    const problem = row.state === 'NEW' ? '' : (await findBrokenRedirects(before)).get(row.path);
    if (problem === undefined) throw refuse([{ path: 'path', message: 'has a redirect already' }]);
    if (row.state === 'SAME') throw refuse([{ path: 'target', message: problem }]);
    if (row.problems.length > 0) throw refuse(row.problems);
    await storePlan(tx, plan, userId);
    const where = sql`redirect.path = ${row.path}`;
    const [added] = await selectRedirects(tx, plan.table, new Map(), { where, page: 0, size: 1 });
    return added as Redirect;
  });
}

type Problem = RedirectImport['problems'][number];

interface ReadList {
  redirects: NewRedirect[];
  /** The line of each redirect in the file. */
  lines: number[];
  problems: Problem[];
}

/** Reads a list of redirects. A file without the names of its columns has the address first, and then the target. */
function readList(csv: string): ReadList {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    // With `info`, each record stands beside its place, which the types of the library do not say.
    records = parse(csv, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof records;
  } catch (error) {
    const { lines = 1, message } = error as Error & { lines?: number };
    return { redirects: [], lines: [], problems: [{ line: lines, path: 'csv', message: `is not CSV: ${message}` }] };
  }
  const names = records[0]?.record.map((name) => name.toLowerCase()) ?? [];
  const hasNames = names.includes('from') && names.includes('to');
  const [from, to] = hasNames ? [names.indexOf('from'), names.indexOf('to')] : [0, 1];
  const list: ReadList = { redirects: [], lines: [], problems: [] };
  for (const { record, info } of hasNames ? records.slice(1) : records) {
    const parsed = newRedirect.safeParse({ path: record[from] ?? '', target: record[to] ?? '' });
    if (parsed.success) {
      list.redirects.push(parsed.data);
      list.lines.push(info.lines);
    } else
      for (const { path, message } of parsed.error.issues)
        list.problems.push({ line: info.lines, path: String(path[0]), message });
  }
  const rows = list.redirects.length + list.problems.length;
  if (rows === 0) list.problems.push({ line: 1, path: 'csv', message: 'has no redirects' });
  return list;
}

const mostProblems = 500;

/**
 * Checks a list of redirects as if all were stored, and stores all of them if that is asked for and nothing is wrong.
 * A redirect of an editor from the same address is replaced; those that the list does not name stay.
 */
export async function importRedirects(
  ctx: Context,
  { csv, isStored }: { csv: string; isStored: boolean },
  caller: Caller,
): Promise<RedirectImport> {
  const { userId } = requireActor(caller);
  const { redirects, lines, problems } = readList(csv);
  if (redirects.length > maxImportedRedirects) {
    const message = `has ${redirects.length} redirects; at most ${maxImportedRedirects} are read at once`;
    return {
      total: redirects.length,
      added: 0,
      changed: 0,
      same: 0,
      problems: [{ line: 1, path: 'csv', message }],
      isStored: false,
    };
  }
  return runAlone(ctx, async (tx) => {
    const plan = await planRedirects(tx, redirects);
    for (const [index, row] of plan.rows.entries())
      problems.push(...row.problems.map((problem) => ({ line: lines[index] ?? 0, ...problem })));
    problems.sort((one, other) => one.line - other.line);
    const count = (state: string) => plan.rows.filter((row) => row.state === state).length;
    const willStore = isStored && problems.length === 0;
    if (willStore) {
      await storePlan(tx, plan, userId);
      await recordToLog(tx, { kind: 'redirect.IMPORT', by: userId, facts: { count: count('NEW') + count('CHANGED') } });
    }
    return {
      total: redirects.length,
      added: count('NEW'),
      changed: count('CHANGED'),
      same: count('SAME'),
      problems: problems.slice(0, mostProblems),
      isStored: willStore,
    };
  });
}

/** Returns all redirects as CSV, those of renamed entries too, with how often visitors were led on. */
export async function exportRedirects(ctx: Context): Promise<{ csv: string }> {
  const [{ stored, former }, counted] = await Promise.all([
    readRedirectTable(ctx),
    ctx.db.select().from(redirectHits).orderBy(asc(redirectHits.path)),
  ]);
  const hits = new Map(counted.map((row) => [row.path, row]));
  const rows = [...new Map([...stored, ...former])]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, to]) => {
      const { times = 0, lastDay = '' } = hits.get(from) ?? {};
      return { from, to, made: former.has(from) ? 'by a rename' : 'by hand', requests: times, 'last request': lastDay };
    });
  const columns = ['from', 'to', 'made', 'requests', 'last request'];
  return { csv: stringify(rows, { header: true, columns, escape_formulas: true, record_delimiter: '\r\n' }) };
}
