import { parseCategoryPath, parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { KnownReferences, PublicationTimes } from './known-references.ts';

/** When visitors see a text for the first time; null: not at all, as the text of a draft or of a withdrawn entry. */
export type TextTime = Date | 'now' | null;

const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a moment for the text of a problem. */
const formatMoment = (moment: Date) => `${momentFormat.format(moment)} UTC`;

/** Returns why visitors do not see an entry at a moment, in words that follow its name; null if they see it. */
export function describeHidden({ publishedAt, withdrawnAt }: PublicationTimes, moment: Date, now: Date): string | null {
  if (publishedAt === null) return 'is a draft';
  if (publishedAt > moment) return `is scheduled for ${formatMoment(publishedAt)}, later than this text`;
  if (withdrawnAt === null || withdrawnAt > moment) return null;
  return withdrawnAt > now
    ? `will be withdrawn at ${formatMoment(withdrawnAt)}, before this text appears`
    : `has been withdrawn since ${formatMoment(withdrawnAt)}`;
}

/**
 * Returns why visitors do not see a target of a text at the time of the text, in words that follow its name. Null for a
 * target that they see, and for one that does not exist. `own` is the entry of the text (`TYPE/slug`), which counts as
 * seen.
 */
export function findHiddenReason(
  target: string,
  own: string,
  time: TextTime,
  { entries, now }: Pick<KnownReferences, 'entries' | 'now'>,
): string | null {
  const shown = entries.get(target);
  return time === null || target === own || !shown ? null : describeHidden(shown, time === 'now' ? now : time, now);
}

/** As `findHiddenReason`, for a path of the site. */
export function findHiddenPathReason(path: string, own: string, time: TextTime, known: KnownReferences): string | null {
  const category = parseCategoryPath(path);
  if (category) {
    const isHidden = known.hiddenCategories.has(`${category.type}/${category.slug}`);
    return time !== null && isHidden ? 'is a hidden category' : null;
  }
  const entry = parseEntryPath(path);
  return entry && findHiddenReason(`${entry.type}/${entry.slug}`, own, time, known);
}
