import { isolateText } from '../../contract/content/text-direction.ts';
import type { ListedVersion, VersionSummary } from '../../contract/studio/history-operations.ts';
import type { EntryState } from '../../contract/studio/shapes.ts';
import { formatTime } from './time.ts';

type Version = VersionSummary | ListedVersion;

/**
 * Names a version in a few words: "Revision 3", "Before the rewrite (revision 4)", "Draft", "Save of 23 Nov 2026,
 * 14:02".
 */
export function nameVersion({ number, label, isDraft, storedAt }: Version, timeZone: string): string {
  if (number !== null) return label === null ? `Revision ${number}` : `${isolateText(label)} (revision ${number})`;
  return isDraft ? 'Draft' : `Save of ${formatTime(storedAt, timeZone)}`;
}

/** Says who stored a version, and how. */
export function describeStoring({ number, label, storedBy }: Version): string {
  if (number === null) return storedBy === null ? 'Somebody' : isolateText(storedBy);
  const verb = label === null ? 'Published' : 'Kept';
  return storedBy === null ? `${verb} by an import` : `${verb} by ${isolateText(storedBy)}`;
}

/** Says what a version is now, or what became of its draft. */
export function describeState(version: Version, state: EntryState): string {
  const { isLive, isNext, isDraft, outcome, endedBy } = version;
  if (isLive) return state === 'WITHDRAWN' ? 'Withdrawn' : 'Visitors see it';
  if (isNext) return 'Scheduled';
  if (isDraft) return 'The text in the editor';
  const by = endedBy === null ? '' : ` by ${isolateText(endedBy)}`;
  if (outcome === 'DISCARDED') return `Discarded${by}`;
  if (outcome === 'REPLACED') return `Replaced with an older version${by}`;
  return outcome === 'PUBLISHED' ? `Published${by}` : '';
}

/** Returns the address of a version, or of its difference from one before it. */
export function getVersionPath(entryId: number, before: string | null, after: string): string {
  const range = before === null || before === after ? after : `${before}..${after}`;
  return `/studio/content/${entryId}/history/${range}`;
}

/** Returns the address of the form that copies an entry as a new draft. */
export const getDuplicatePath = (entryId: number) => `/studio/content/new/copy?from=${entryId}`;
