import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { asc } from 'drizzle-orm';
import { maxImportedRedirects } from '../../../contract/studio/content-limits.ts';
import { type NewRedirect, newRedirect, type RedirectImport } from '../../../contract/studio/redirect-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { redirectHits } from '../../db/index.ts';
import { recordToLog } from '../../log/index.ts';
import { requireActor } from '../../people/index.ts';
import { planRedirects, readRedirectTable, runAlone, storePlan } from './plan-redirects.ts';

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

/** The most problems that are answered. */
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
  const rows = [...former, ...stored]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, to]) => {
      const { times = 0, lastDay = '' } = hits.get(from) ?? {};
      return { from, to, made: stored.has(from) ? 'by hand' : 'by a rename', requests: times, 'last request': lastDay };
    });
  const columns = ['from', 'to', 'made', 'requests', 'last request'];
  return { csv: stringify(rows, { header: true, columns, escape_formulas: true, record_delimiter: '\r\n' }) };
}
