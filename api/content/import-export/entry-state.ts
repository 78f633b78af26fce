import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { PublicEntryState } from '../../db/index.ts';
import type { PublicationTimes } from '../entries/known-references.ts';
import type { EntrySource, EntryText } from './read.ts';
import type { EntryFrontMatter, TextFrontMatter } from './schemas.ts';
import { trimForFile } from './trim-content.ts';

/** The public state of an entry with its slug. An import compares the states of files, database and last import. */
export interface PublicEntryStateWithSlug extends PublicEntryState {
  slug: string;
}

/** Returns the times at which visitors begin and cease to see an entry, as dates. */
export function parseTimes({ publishedAt, withdrawnAt }: PublicEntryState): PublicationTimes {
  const toDate = (time: string | null) => (time === null ? null : new Date(time));
  return { publishedAt: toDate(publishedAt), withdrawnAt: toDate(withdrawnAt) };
}

/** Returns a state in which the next text has replaced the present one, if its time has passed. */
export function applyPassedSchedule<S extends PublicEntryState>(state: S, now: Date): S {
  const { next, content } = state;
  if (!next || new Date(next.at) > now) return state;
  const { category, position } = content;
  return { ...state, content: { ...next.content, category, position }, next: null };
}

function toContent(
  type: EntryType,
  { body, fields, head }: EntryText & { head: TextFrontMatter | EntryFrontMatter },
  { category, order }: EntryFrontMatter,
): DraftContent {
  const { title, summary, keywords, interests, author = null, updated = null } = head;
  const own = { title, summary, body, author, keywords, interests, revisedAt: updated, fields };
  return trimForFile(type, { ...own, category: category ?? null, position: order });
}

/** Returns the state that the files of an entry describe. */
export function createStateFromFile({ type, slug, head, next, ...text }: EntrySource): PublicEntryStateWithSlug {
  const toIso = (given: string | undefined) => (given === undefined ? null : new Date(given).toISOString());
  return {
    slug,
    content: toContent(type, { ...text, head }, head),
    next: next && { at: new Date(next.head.at).toISOString(), content: toContent(type, next, head) },
    publishedAt: toIso(head.published),
    withdrawnAt: toIso(head.withdrawn),
    formerSlugs: [...head.formerSlugs].sort(),
  };
}
