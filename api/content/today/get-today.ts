import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Today } from '../../../contract/studio/today-operations.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { drafts, entries, readBackupStateForEditors } from '../../db/index.ts';
import { listMessageWork, listUpcomingConsultations } from '../../messages/index.ts';
import { requireActor } from '../../people/index.ts';
import { selectSummaries } from '../drafts/list.ts';
import { listHiddenTargets } from '../entries/list-hidden-targets.ts';
import { listReviews } from '../reviews/list.ts';
import { listMissedSearches } from '../search/missed-searches.ts';
import { countViewsByDay } from './count-views.ts';
import { listBrokenLinks } from './list-broken-links.ts';
import { listFirstSteps } from './list-first-steps.ts';
import { listUpcomingChanges } from './list-upcoming.ts';

/** The most rows of each list. Each list leads to a screen that shows all. */
const listed = 10;

/**
 * Returns what needs a person now, by the permissions of the user, and how the site does. The statements are asked for
 * in one turn, so that they share round trips to the database.
 */
export async function getToday(ctx: ApiContext, _: unknown, caller: Caller): Promise<Today> {
  const { userId, role } = requireActor(caller);
  const readsMessages = hasPermission(role, 'read-messages');
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
    readsMessages ? listMessageWork(ctx, listed) : null,
    readsMessages ? listUpcomingConsultations(ctx, listed) : null,
    listReviews(ctx, { state: 'SUBMITTED', ...page }),
    listReviews(ctx, { state: 'RETURNED', ...page }),
    selectSummaries(ctx, and(hasDraft, or(eq(entries.createdBy, userId), eq(drafts.savedBy, userId))), {
      limit: listed,
    }),
    countDrafts(isNull(entries.publishedAt)),
    countDrafts(isNotNull(entries.publishedAt)),
    listUpcomingChanges(ctx, listed),
    listHiddenTargets(ctx),
    listBrokenLinks(ctx, listed),
    readBackupStateForEditors(ctx),
    countViewsByDay(ctx),
    listMissedSearches(ctx, listed),
    role === 'OWNER' ? listFirstSteps(ctx) : null,
  ]);
  const [upcoming, hiddenTargets, brokenLinks, backups, views, missedSearches, firstSteps] = others;
  return {
    messages,
    consultations,
    submitted: submitted.items,
    returned: returned.items,
    myDrafts,
    drafts: draftCount,
    changed,
    upcoming,
    hiddenTargets: hiddenTargets.items,
    brokenLinks,
    backups,
    views,
    missedSearches,
    firstSteps,
  };
}
