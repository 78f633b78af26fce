import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { createPageSchema, createPaging, createWholeNumberInput, dateTime, id } from '../forms/text-input.ts';
import { draftContent } from './draft-content.ts';
import type { StudioOperation } from './operation.ts';
import { draftOutcomes, draftVersion, openedEntry } from './shapes.ts';

const seen = z.object({ id, version: draftVersion });

/** The kinds of versions in a history: revisions, which were published or kept, and saves of drafts. */
const versionKinds = ['REVISION', 'SAVE'] as const;

/** A revision or a save of an entry, without its content. */
const versionSummary = z.object({
  version: draftVersion,
  /** The number of a revision; null for a save. */
  number: z.int().nullable(),
  /** The name under which a version was kept without being published. */
  label: z.string().nullable(),
  title: z.string(),
  storedAt: dateTime,
  /** Who published, kept or saved it; null for an import. */
  storedBy: z.string().nullable(),
  isDraft: z.boolean(),
  isLive: z.boolean(),
  isNext: z.boolean(),
  /** What became of the draft after this save. */
  outcome: z.enum(draftOutcomes).nullable(),
  endedAt: dateTime.nullable(),
  endedBy: z.string().nullable(),
});

const listedVersion = versionSummary.extend({
  /**
   * The version to compare this one with: for a revision the revision before, for a save the revision or save before;
   * null for the first.
   */
  previous: draftVersion.nullable(),
});

const openedVersion = versionSummary.extend({ content: draftContent });

/** An entry that was deleted before it was published. */
const deletedEntry = z.object({
  id,
  type: z.enum(entryTypeNames),
  slug: z.string(),
  title: z.string(),
  deletedAt: dateTime,
  deletedBy: z.string().nullable(),
  /** When it is removed for good. */
  keptUntil: dateTime,
  canRestore: z.boolean(),
});

/** Operations on the versions of an entry: what was published, kept and saved, and what became of it. */
export const historyOperations = {
  entryHistory: {
    method: 'GET',
    summary: 'The revisions of an entry and the last save of each minute, newest first, without their contents',
    permission: 'read-content',
    input: z.object({
      id: createWholeNumberInput(id),
      kind: z.enum(versionKinds).optional(),
      ...createPaging(25),
    }),
    output: createPageSchema(listedVersion),
  },
  entryVersion: {
    method: 'GET',
    summary: 'A revision or a save of an entry, with its content',
    permission: 'read-content',
    input: z.object({ id: createWholeNumberInput(id), version: draftVersion }),
    output: openedVersion,
  },
  keepVersion: {
    method: 'POST',
    summary: 'Keeps a save as a revision under a name; nothing is published',
    permission: 'write-drafts',
    body: seen.extend({ label: z.string().trim().min(1).max(80) }),
    output: versionSummary,
    limit: 'keep',
  },
  restoreVersion: {
    method: 'POST',
    summary: 'Replaces the draft with a revision or a save (`restored`); nothing is published',
    permission: 'write-drafts',
    body: seen.extend({ restored: draftVersion }),
    output: openedEntry,
    limit: 'save',
  },
  discardDraft: {
    method: 'POST',
    summary: 'Removes the draft of a published entry; its saves are kept',
    permission: 'write-drafts',
    body: seen,
    output: openedEntry,
  },
  deleteEntry: {
    method: 'POST',
    summary: 'Deletes an entry that was never published; it can be restored for 30 days',
    permission: 'write-drafts',
    body: seen,
    output: z.object({ id }),
  },
  deletedEntries: {
    method: 'GET',
    summary: 'Deleted entries that can still be restored, newest first',
    permission: 'read-content',
    input: z.object({ ...createPaging(25) }),
    output: createPageSchema(deletedEntry),
  },
  restoreEntry: {
    method: 'POST',
    summary: 'Restores a deleted entry with its draft, its saves and its revisions',
    permission: 'write-drafts',
    body: z.object({ id }),
    output: z.object({ id }),
  },
} as const satisfies Record<string, StudioOperation>;

export type VersionKind = (typeof versionKinds)[number];
export type VersionSummary = z.output<typeof versionSummary>;
export type ListedVersion = z.output<typeof listedVersion>;
export type OpenedVersion = z.output<typeof openedVersion>;
export type DeletedEntry = z.output<typeof deletedEntry>;
