import type { z } from 'zod';
import type { entryOperations } from '../../contract/content/entry-operations.ts';
import type { EntryOperation } from '../../contract/content/entry-paths.ts';
import type { EntryType } from '../../contract/content/entry-types.ts';
import type { OperationName } from '../../contract/http/operations.ts';
import type { StudioOperationName } from '../../contract/studio/operations.ts';
import type { CompanyContext } from '../context.ts';
import { planBulkAct } from './bulk-acts/plan.ts';
import { getBulkAct, listBulkActs, undoBulkAct } from './bulk-acts/report.ts';
import { runBulkAct } from './bulk-acts/run.ts';
import { listCategories } from './categories.ts';
import { deleteEntry, listDeletedEntries, restoreEntry } from './deleted-entries.ts';
import { createEntry, discardDraft } from './drafts/create.ts';
import { listContent } from './drafts/list.ts';
import { listChoices, openEntry, openSetting } from './drafts/open.ts';
import { saveDraft } from './drafts/save.ts';
import { listCalendarItems } from './entries/calendar.ts';
import { changeSchedule } from './entries/change-schedule.ts';
import { checkEntry } from './entries/check.ts';
import { getEntry, getEntryMetaKeys } from './entries/get.ts';
import { listEntries, listEntriesByCategory, listRecentEntries, listRelatedEntries } from './entries/list.ts';
import { publishEntry, scheduleEntry, withdrawEntry } from './entries/publish.ts';
import { renameEntry } from './entries/rename.ts';
import { getTriviaOfTheDay, listEntryAddresses, listFeedItems, listLatestEntries } from './feed/feed.ts';
import { findAnything } from './find-anything.ts';
import { listBrokenLinks } from './links/broken-links.ts';
import { listExternalLinks, requestLinkCheck } from './links/external-links.ts';
import { listMissingPages } from './links/missing-pages.ts';
import { addRedirect, exportRedirects, importRedirects, listRedirects } from './links/redirect-lists.ts';
import { listInterests, listPersonas } from './list-personas.ts';
import { addListItem, changeListItem, listItems, listItemUses, orderList } from './lists/change.ts';
import { mergeListItems, removeListItem, undoListAct } from './lists/merge.ts';
import { listCities, listCountries, listStates } from './location/list-places.ts';
import { describePicture, removePicture, replacePicture, restorePicture } from './media/change.ts';
import { listLibrary, openPicture } from './media/library.ts';
import { uploadPictures } from './media/upload.ts';
import { removeRedirect } from './redirects.ts';
import { listReviews, returnDraft, submitDraft } from './reviews.ts';
import { recommendEntries } from './search/recommend.ts';
import { runQueuedSearch } from './search/search.ts';
import { getPublicSettings } from './settings.ts';
import { createShareLink, listShareLinks, revokeShareLink } from './share-links.ts';
import { describeTargets, findTargets } from './targets.ts';
import { listMembers, listMembersByPosition, listPositions } from './team.ts';
import { getToday } from './today.ts';
import { undoAct } from './undo-act.ts';
import { getVersion, keepVersion, listVersions, restoreVersion } from './versions.ts';

/** The handlers of the public operations on content; those on entries are below. */
export const contentHandlers = {
  categories: listCategories,
  teamMembers: listMembers,
  teamByPosition: listMembersByPosition,
  positions: listPositions,
  personas: listPersonas,
  interests: listInterests,
  settings: getPublicSettings,
  countries: listCountries,
  states: listStates,
  cities: listCities,
  search: runQueuedSearch,
  recommended: recommendEntries,
  latest: listLatestEntries,
  feedItems: listFeedItems,
  triviaOfTheDay: getTriviaOfTheDay,
  sitemap: listEntryAddresses,
} satisfies Partial<Record<OperationName, unknown>>;

type EntryHandlers = {
  [O in EntryOperation]: (
    ctx: CompanyContext,
    type: EntryType,
    input: z.output<(typeof entryOperations)[O]['input']>,
  ) => Promise<unknown>;
};

/** The handlers of the operations on entries, the same for every type. */
export const entryHandlers: EntryHandlers = {
  list: listEntries,
  item: getEntry,
  byCategory: listEntriesByCategory,
  recent: (ctx, type, { n }) => listRecentEntries(ctx, [type], n),
  recentExcept: (ctx, type, { a, b }) => listRecentEntries(ctx, [type], b, a),
  related: listRelatedEntries,
  metaKeys: getEntryMetaKeys,
  recentData: (ctx, type, { limit }) => listRecentEntries(ctx, [type], limit),
};

export const contentStudioHandlers = {
  listContent,
  calendar: listCalendarItems,
  openEntry,
  openSetting,
  createEntry,
  saveDraft,
  discardDraft,
  checkEntry,
  today: getToday,
  publishEntry,
  scheduleEntry,
  changeSchedule,
  withdrawEntry,
  undoAct,
  planBulkAct,
  runBulkAct,
  undoBulkAct,
  bulkAct: getBulkAct,
  bulkActs: listBulkActs,
  shareLinks: listShareLinks,
  createShareLink,
  revokeShareLink,
  renameEntry,
  reviews: listReviews,
  submitDraft,
  returnDraft,
  brokenLinks: listBrokenLinks,
  missingPages: listMissingPages,
  externalLinks: listExternalLinks,
  checkExternalLinks: requestLinkCheck,
  find: findAnything,
  listItems,
  listItemUses,
  addListItem,
  changeListItem,
  orderList,
  mergeListItems,
  removeListItem,
  undoListAct,
  redirects: listRedirects,
  addRedirect,
  importRedirects,
  exportRedirects,
  removeRedirect,
  entryHistory: listVersions,
  entryVersion: getVersion,
  keepVersion,
  restoreVersion,
  deleteEntry,
  deletedEntries: listDeletedEntries,
  restoreEntry,
  choices: listChoices,
  findTargets,
  describeTargets,
  pictures: listLibrary,
  picture: openPicture,
  uploadPictures,
  describePicture,
  replacePicture,
  restorePicture,
  removePicture,
} satisfies Partial<Record<StudioOperationName, unknown>>;
