import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import { mergeContents } from '../../../contract/studio/merge-contents.ts';
import type { Sides } from '../../../contract/studio/merge-pieces.ts';
import type { Conflict } from '../../../contract/studio/shapes.ts';
import type { PublicEntryState } from '../../db/index.ts';
import type { PublicationTimes } from '../entries/known-references.ts';
import type { EntrySource, EntryText } from './read.ts';
import type { EntryFrontMatter, TextFrontMatter } from './schemas.ts';
import { trimForFile } from './yaml.ts';

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

/** A place that the Studio and the files changed in different ways. `isOfNext`: the place is in the next text. */
export interface StateConflict extends Pick<Conflict, 'path' | 'theirs' | 'ours'> {
  isOfNext: boolean;
  reason: string;
}

type Report = (conflict: Omit<StateConflict, 'reason'> & { reason?: string }) => void;

const inStudio = 'was changed in the Studio too since the last import';

/** Returns the value of the side that changed it. If both sides changed it, reports a conflict. */
function choose<T>(path: string, { base, theirs, ours }: Sides<T>, report: Report, isOfNext = false): T {
  if (isSame(ours, base) || isSame(ours, theirs)) return theirs;
  if (!isSame(theirs, base)) report({ path, isOfNext, theirs: String(theirs ?? 'none'), ours: String(ours ?? 'none') });
  return ours;
}

/** Merges former slugs: adds those that either side added since the last import, and removes those it removed. */
function mergeFormerSlugs({ base, theirs, ours }: Sides<string[]>): string[] {
  const removed = base.filter((slug) => !ours.includes(slug));
  const added = ours.filter((slug) => !base.includes(slug) && !theirs.includes(slug));
  return [...theirs.filter((slug) => !removed.includes(slug)), ...added].sort();
}

function mergeText(sides: Sides<DraftContent>, isOfNext: boolean, report: Report, reason?: string): DraftContent {
  const { content, conflicts } = mergeContents(sides);
  for (const conflict of conflicts) report({ ...conflict, isOfNext, ...(reason ? { reason } : {}) });
  return content;
}

/** Merges the next texts. `content` is the merged text that they replace. */
function mergeNext(
  { base, theirs, ours }: Sides<PublicEntryStateWithSlug>,
  content: DraftContent,
  report: Report,
): PublicEntryStateWithSlug['next'] {
  const { category, position } = content;
  // Category and position belong to the entry, and so they are those of the text.
  const addPlacement = (next: PublicEntryStateWithSlug['next']) =>
    next && { ...next, content: { ...next.content, category, position } };
  const [old, stored, given] = [addPlacement(base.next), addPlacement(theirs.next), addPlacement(ours.next)];
  if (isSame(given, stored)) return stored;
  if (isSame(given, old)) {
    if (!stored || isSame(content, theirs.content)) return stored;
    // The next text in the Studio is based on the text that the files have changed.
    const reason = 'was also changed in the next text in the Studio; publish or cancel that text first';
    const sides = { base: { ...theirs.content, category, position }, theirs: stored.content, ours: content };
    return { at: stored.at, content: mergeText(sides, false, report, reason) };
  }
  if (isSame(stored, old)) return given;
  if (!stored || !given) {
    report({ path: 'at', isOfNext: given !== null, theirs: stored?.at ?? 'none', ours: given?.at ?? 'none' });
    return stored;
  }
  const at = choose('at', { base: old?.at ?? '', theirs: stored.at, ours: given.at }, report, true);
  const sides = { base: old?.content ?? base.content, theirs: stored.content, ours: given.content };
  return { at, content: mergeText(sides, true, report) };
}

/**
 * Merges the changes of an entry in the files (`ours`) and in the Studio (`theirs`) since the last import (`base`).
 * Where both changed the same place, it returns a conflict, and the import must be refused.
 */
export function mergeStates(sides: Sides<PublicEntryStateWithSlug>): {
  state: PublicEntryStateWithSlug;
  conflicts: StateConflict[];
} {
  const { base, theirs, ours } = sides;
  const conflicts: StateConflict[] = [];
  const report: Report = (conflict) => conflicts.push({ reason: inStudio, ...conflict });
  const pick = <K extends 'slug' | 'publishedAt' | 'withdrawnAt'>(name: K, path: string) =>
    choose(path, { base: base[name], theirs: theirs[name], ours: ours[name] }, report);
  const content = mergeText({ base: base.content, theirs: theirs.content, ours: ours.content }, false, report);
  const slug = pick('slug', 'slug');
  const former = { base: base.formerSlugs, theirs: theirs.formerSlugs, ours: ours.formerSlugs };
  const state = {
    slug,
    content,
    next: mergeNext(sides, content, report),
    publishedAt: pick('publishedAt', 'published'),
    withdrawnAt: pick('withdrawnAt', 'withdrawn'),
    formerSlugs: mergeFormerSlugs(former).filter((each) => each !== slug),
  };
  return { state, conflicts };
}
