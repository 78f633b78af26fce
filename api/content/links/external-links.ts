import { eq, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { type ExternalLinkState, externalLinkStates } from '../../../contract/studio/external-link-states.ts';
import { linkCheckRun } from '../../../contract/studio/link-operations.ts';
import type { Context } from '../../context.ts';
import { externalLinks, sharedValues } from '../../db/index.ts';
import type { RequestOutside } from '../../outside-requests.ts';
import { toSitePath } from '../entries/known-references.ts';
import { readSiteOrigin } from '../feed/feed-ids.ts';
import { createAddressCheck, type LinkCheckResult } from './check-address.ts';
import { listShownTexts } from './text-links.ts';

/** How the checks of external links go. The server that checks stores it, so that each can show it. */
export type LinkCheckRun = z.output<typeof linkCheckRun>;

const key = 'link_checks';
const none: LinkCheckRun = {
  mode: 'off',
  askedAt: null,
  startedAt: null,
  seenAt: null,
  endedAt: null,
  total: 0,
  done: 0,
};

export async function readLinkCheckRun({ db }: Context): Promise<LinkCheckRun> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, key));
  return row ? linkCheckRun.parse(JSON.parse(row.value)) : none;
}

/** Changes some of the state in one statement, because users and servers change different parts of it. */
export async function updateLinkCheckRun({ db }: Context, change: Partial<LinkCheckRun>): Promise<void> {
  await db
    .insert(sharedValues)
    .values({ name: key, value: JSON.stringify({ ...none, ...change }) })
    .onConflictDoUpdate({
      target: sharedValues.name,
      set: { value: sql`(${sharedValues.value}::jsonb || ${JSON.stringify(change)}::jsonb)::text` },
    });
}

/** Where an address stands. */
interface Use {
  id: number;
  title: string;
  path: string;
  line: null;
}

/** Returns the addresses of other sites in what visitors see, with where each stands. */
async function listExternalAddresses(ctx: Context): Promise<Map<string, Use[]>> {
  const found = new Map<string, Use[]>();
  const origin = await readSiteOrigin(ctx);
  for (const { id, title, links } of await listShownTexts(ctx))
    for (const { path, target } of links) {
      if (!toSitePath(target, { origin }).startsWith('http')) continue;
      const use = { id, title, path: path.join('.'), line: null };
      found.set(target, [...(found.get(target) ?? []), use]);
    }
  return found;
}

const order = new Map(externalLinkStates.map((state, index) => [state, index]));

/** Returns one page of the addresses of other sites with what the last check found, the worst first. */
export async function listExternalLinks(
  ctx: Context,
  {
    state,
    q,
    page,
    size,
  }: { state?: ExternalLinkState | undefined; q?: string | undefined; page: number; size: number },
) {
  const [used, rows, run] = await Promise.all([
    listExternalAddresses(ctx),
    ctx.db.select().from(externalLinks),
    readLinkCheckRun(ctx),
  ]);
  const checked = new Map(rows.map((row) => [row.url, row]));
  const all = [...used].map(([url, uses]) => {
    const row = checked.get(url);
    return {
      url,
      state: row?.state ?? ('WAITING' as const),
      reason: row?.reason ?? '',
      movedTo: row?.movedTo ?? null,
      checkedAt: row?.checkedAt.toISOString() ?? null,
      failingSince: row?.state.startsWith('FAILED') ? row.failingSince : null,
      uses,
    };
  });
  const counts = Object.fromEntries(
    externalLinkStates.map((each) => [each, all.filter((link) => link.state === each).length]),
  ) as Record<ExternalLinkState, number>;
  const text = (q ?? '').toLowerCase();
  const chosen = all
    .filter((link) => (state === undefined || link.state === state) && link.url.toLowerCase().includes(text))
    .sort(
      (one, other) =>
        (order.get(one.state) ?? 0) - (order.get(other.state) ?? 0) ||
        (one.failingSince ?? '').localeCompare(other.failingSince ?? '') ||
        (one.url < other.url ? -1 : 1),
    );
  const items = chosen.slice(page * size, (page + 1) * size);
  return {
    items: items.map(({ uses, ...link }) => ({
      ...link,
      uses: uses.sort((one, other) => one.title.localeCompare(other.title, 'en')).slice(0, 5),
      used: uses.length,
    })),
    page,
    size,
    total: chosen.length,
    counts,
    run,
  };
}

/** Returns whether a user has asked for a check that has not begun. */
export const isCheckAsked = ({ askedAt, startedAt }: Pick<LinkCheckRun, 'askedAt' | 'startedAt'>): boolean =>
  askedAt !== null && askedAt > (startedAt ?? '');

/** Asks the server that checks links to check all of them now. */
export async function requestLinkCheck(ctx: Context): Promise<{ askedAt: string }> {
  const askedAt = new Date().toISOString();
  await updateLinkCheckRun(ctx, { askedAt });
  return { askedAt };
}

const today = sql`(now() at time zone 'UTC')::date`;

/** Stores what a check found. A failure counts only after a failure on an earlier day. */
async function storeResult({ db }: Context, url: string, { state, status, reason, movedTo }: LinkCheckResult) {
  const isFailed = state === 'FAILED';
  const since = isFailed ? today : sql`null`;
  const { failingSince } = externalLinks;
  await db
    .insert(externalLinks)
    .values({
      url,
      state: isFailed ? 'FAILED_ONCE' : state,
      status,
      reason,
      movedTo,
      checkedAt: sql`now()` as unknown as Date,
      failingSince: since as unknown as string,
    })
    .onConflictDoUpdate({
      target: externalLinks.url,
      set: {
        state: isFailed
          ? sql`case when ${failingSince} < ${today} then 'FAILED' else 'FAILED_ONCE' end`
          : sql`excluded.state`,
        status: sql`excluded.status`,
        reason: sql`excluded.reason`,
        movedTo: sql`excluded.moved_to`,
        checkedAt: sql`excluded.checked_at`,
        // An address that cannot be checked has neither failed nor recovered.
        failingSince: isFailed || state === 'UNKNOWN' ? sql`coalesce(${failingSince}, ${since})` : since,
      },
    });
}

/** The most addresses of one run, and of the hosts that are asked at the same time. */
const mostOfRun = 5_000;
const mostHosts = 4;

/** Returns the addresses to check: asked for, never checked, checked a week ago, or failed once on an earlier day. */
async function listDueAddresses(ctx: Context, { mode, askedAt, endedAt }: LinkCheckRun): Promise<string[]> {
  const used = await listExternalAddresses(ctx);
  const rows = await ctx.db
    .select({
      url: externalLinks.url,
      checkedAt: externalLinks.checkedAt,
      isDue: sql<boolean>`${externalLinks.checkedAt} < now() - interval '7 days'
        or ${externalLinks.state} = 'FAILED_ONCE' and (${externalLinks.checkedAt} at time zone 'UTC')::date < ${today}`,
    })
    .from(externalLinks);
  const asked = askedAt ? new Date(askedAt) : null;
  // Without weekly checks, an address that has no result is checked only while somebody has asked for a check.
  const isPending = askedAt !== null && (endedAt === null || endedAt < askedAt);
  const isWeekly = mode === 'weekly';
  const known = new Map(rows.map((row) => [row.url, row]));
  const due = [...used.keys()].filter((url) => {
    const row = known.get(url);
    if (!row) return isWeekly || isPending;
    return (asked !== null && row.checkedAt < asked) || (isWeekly && row.isDue);
  });
  // Those that were never checked come first, then those that have waited longest.
  const getTime = (url: string) => known.get(url)?.checkedAt.getTime() ?? 0;
  return due.sort((one, other) => getTime(one) - getTime(other)).slice(0, mostOfRun);
}

/** Forgets results of addresses that no text has any more. */
async function removeUnused(ctx: Context): Promise<void> {
  const used = await listExternalAddresses(ctx);
  await ctx.db
    .delete(externalLinks)
    .where(sql`not (${externalLinks.url} = any(${sql.param([...used.keys()])}::text[]))`);
}

/**
 * Checks the addresses that are due, several hosts at a time and one address of each host after the other. Returns how
 * many were checked. Only one server may run it at a time.
 */
export async function checkDueLinks(
  ctx: Context,
  options: { requestOutside: RequestOutside; siteUrl: string; signal: AbortSignal; pause?: number },
): Promise<number> {
  const state = await readLinkCheckRun(ctx);
  if (state.mode === 'off') return 0;
  const due = await listDueAddresses(ctx, state);
  if (due.length === 0 && !isCheckAsked(state)) return 0;
  const now = () => new Date().toISOString();
  await updateLinkCheckRun(ctx, { startedAt: now(), seenAt: now(), endedAt: null, total: due.length, done: 0 });
  const check = createAddressCheck(options);
  const byHost = Map.groupBy(due, (url) => URL.parse(url)?.host ?? '');
  const limit = pLimit(mostHosts);
  let done = 0;
  await Promise.all(
    [...byHost.values()].map((urls) =>
      limit(async () => {
        for (const url of urls) {
          await storeResult(ctx, url, await check(url));
          done++;
          await updateLinkCheckRun(ctx, { done, seenAt: now() });
        }
      }),
    ),
  );
  await removeUnused(ctx);
  await updateLinkCheckRun(ctx, { endedAt: now() });
  return done;
}
