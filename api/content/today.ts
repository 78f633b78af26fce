import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { settingRows } from '../../contract/content/settings.ts';
import type { FirstStep } from '../../contract/studio/first-steps.ts';
import type { Today, UpcomingChange } from '../../contract/studio/today-operations.ts';
import { isPermitted } from '../../contract/studio/token-scopes.ts';
import type { ApiContext, Caller, Context } from '../context.ts';
import { drafts, entries, joinLinks, readBackupStateForEditors, revisions, users } from '../db/index.ts';
import { listMessageWork, listUpcomingConsultations } from '../messages/index.ts';
import { countViewsByDay } from '../numbers/index.ts';
import { requireActor } from '../people/index.ts';
import { listFailedWebhooks } from '../webhooks/index.ts';
import { selectSummaries } from './drafts/list.ts';
import { listShownBrokenLinks } from './links/broken-links.ts';
import { listReviews } from './reviews.ts';
import { listMissedSearches } from './search/missed-searches.ts';
import { readPublishedSettings } from './settings.ts';

/** Returns what visitors see appear, change and disappear in the next seven days, in the order of time. */
async function listUpcomingChanges({ db }: Context, limit: number): Promise<UpcomingChange[]> {
  const { rows } = await db.execute<UpcomingChange & Record<string, unknown>>(sql`
    select ${entries.id}::int as id, ${entries.type} as type, ${revisions.title} as title, kind,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from ${entries}
    cross join lateral (values
      ('SCHEDULED', ${entries.publishedAt}), ('NEXT_TEXT', ${entries.nextAt}), ('WITHDRAWAL', ${entries.withdrawnAt})
    ) as change (kind, at)
    join ${revisions} on ${eq(revisions.id, sql`coalesce(${entries.nextRevisionId}, ${entries.liveRevisionId})`)}
    where at > now() and at < now() + interval '7 days'
    order by change.at, ${entries.id} limit ${limit}`);
  return rows;
}

/** Returns whether a new owner has done each first step; null once all are done. */
async function listFirstSteps(ctx: Context): Promise<Record<FirstStep, boolean> | null> {
  const published = ctx.db
    .select({ id: revisions.id })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .where(and(eq(entries.type, 'PAGE'), isNotNull(revisions.publishedBy)));
  const invited = ctx.db.select().from(joinLinks).where(eq(joinLinks.purpose, 'INVITATION'));
  const [{ company }, { rows }] = await Promise.all([
    readPublishedSettings(ctx),
    ctx.db.execute<{ pages: boolean; invite: boolean }>(sql`select exists (${published}) as pages,
      exists (${invited}) or (select count(*) from ${users}) > 1 as invite`),
  ]);
  const [found] = rows;
  const steps = {
    NAME: company.name !== settingRows.company.defaults.name,
    LOGO: company.logo !== undefined,
    PAGES: found?.pages ?? false,
    INVITE: found?.invite ?? false,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}

/** The most rows of each list. Each list leads to a screen that shows all. */
const listed = 10;

/**
 * Returns what needs a person now, by the permissions of the user, and how the site does. The statements are asked for
 * in one turn, so that they share round trips to the database.
 */
export async function getToday(ctx: ApiContext, _: unknown, caller: Caller): Promise<Today> {
  const actor = requireActor(caller);
  const { userId, role } = actor;
  const readsMessages = isPermitted(actor, 'read-messages');
  const hasDraft = isNotNull(drafts.entryId);
  const countDrafts = (where: SQL) =>
    ctx.db.$count(
      ctx.db
        .select({ id: entries.id })
        .from(drafts)
        .innerJoin(entries, eq(entries.id, drafts.entryId))
        .where(where)
        .as('counted'),
    );
  const page = { page: 0, size: listed };
  const [messages, consultations, submitted, returned, myDrafts, draftCount, changed, ...others] = await Promise.all([
    readsMessages ? listMessageWork(ctx, listed, userId) : null,
    readsMessages ? listUpcomingConsultations(ctx, listed) : null,
    listReviews(ctx, { state: 'SUBMITTED', ...page }),
    listReviews(ctx, { state: 'RETURNED', ...page }),
    selectSummaries(ctx, and(hasDraft, or(eq(entries.createdBy, userId), eq(drafts.savedBy, userId))), {
      limit: listed,
    }),
    countDrafts(isNull(entries.publishedAt)),
    countDrafts(isNotNull(entries.publishedAt)),
    listUpcomingChanges(ctx, listed),
    listShownBrokenLinks(ctx, listed),
    readBackupStateForEditors(ctx),
    countViewsByDay(ctx, 7),
    listMissedSearches(ctx, listed),
    role === 'OWNER' ? listFirstSteps(ctx) : null,
    isPermitted(actor, 'manage-access') ? listFailedWebhooks(ctx) : [],
  ]);
  const [upcoming, brokenLinks, backups, views, missedSearches, firstSteps, failedWebhooks] = others;
  return {
    messages,
    consultations,
    submitted: submitted.items,
    returned: returned.items,
    myDrafts,
    drafts: draftCount,
    changed,
    upcoming,
    brokenLinks,
    backups,
    views,
    missedSearches,
    firstSteps,
    failedWebhooks,
  };
}
