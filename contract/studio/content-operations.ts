import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { settingSlugs } from '../content/settings.ts';
import { createListSchema, createPageSchema, createPaging, createWholeNumberInput, id } from '../forms/text-input.ts';
import { draftContent, slug } from './draft-content.ts';
import type { StudioOperation } from './operation.ts';
import {
  calendarItem,
  choices,
  draftVersion,
  entryCheck,
  entryStateNames,
  entrySummary,
  openedEntry,
  savedDraft,
  stateVersion,
} from './shapes.ts';

const idInput = createWholeNumberInput(id);
const version = z.object({ id, version: draftVersion });
const state = z.object({ id, version: stateVersion });

/** What a link can lead to. A section has the title of its `page`; `problem` says why visitors do not see an entry. */
const linkTarget = z.object({
  kind: z.enum(['ENTRY', 'LIST', 'CATEGORY', 'SECTION']),
  path: z.string(),
  title: z.string(),
  type: z.enum(entryTypeNames),
  page: z.string().optional(),
  problem: z.string().optional(),
});
export type LinkTarget = z.output<typeof linkTarget>;

/** The target of a menu: what it shows without a label, and why visitors do not see it. */
const targetState = z.object({ path: z.string(), title: z.string().nullable(), problem: z.string().nullable() });
export type TargetState = z.output<typeof targetState>;

/** The operations by which users list, write and publish entries. */
export const contentOperations = {
  listContent: {
    method: 'GET',
    summary: 'Entries of all types with their drafts, one page',
    permission: 'read-content',
    input: z.object({
      /** `CONTENT`: all types but the settings. */
      type: z.enum([...entryTypeNames, 'CONTENT']).optional(),
      state: z.enum([...entryStateNames, 'CHANGED']).optional(),
      q: z.string().trim().max(200).default(''),
      author: z.string().max(120).optional(),
      category: z.string().max(120).optional(),
      sort: z.enum(['saved', 'published', 'oldest', 'title', 'match']).default('saved'),
      ...createPaging(25),
    }),
    output: createPageSchema(entrySummary),
  },
  calendar: {
    method: 'GET',
    summary: 'What visitors see appear, change and disappear on some days, in the past too',
    permission: 'read-content',
    input: z.object({ from: z.iso.date(), days: createWholeNumberInput(z.int().min(1).max(42)) }),
    output: createListSchema(calendarItem),
  },
  openEntry: {
    method: 'GET',
    summary: 'An entry with the content to edit: its draft, or what is published',
    permission: 'read-content',
    input: z.object({ id: idInput }),
    output: openedEntry,
  },
  openSetting: {
    method: 'GET',
    summary: 'A setting with the content to edit; what holds by default if it was never stored',
    permission: 'read-content',
    input: z.object({ slug: z.enum(settingSlugs) }),
    output: openedEntry,
  },
  createEntry: {
    method: 'POST',
    summary: 'Creates an entry with an empty draft, or with a given one',
    permission: 'write-drafts',
    body: z.object({
      type: z.enum(entryTypeNames),
      title: z.string().trim().min(1).max(120),
      slug: slug.optional(),
      content: draftContent.optional(),
    }),
    output: z.object({ id }),
    limit: 'save',
  },
  saveDraft: {
    method: 'POST',
    summary: 'Saves a draft, merged with what others saved since `version`',
    permission: 'write-drafts',
    body: version.extend({ content: draftContent }),
    output: savedDraft,
    limit: 'save',
  },
  checkEntry: {
    method: 'POST',
    summary: 'What prevents publishing, and what publishing changes',
    permission: 'read-content',
    body: z.object({ id }),
    output: entryCheck,
  },
  publishEntry: {
    method: 'POST',
    summary: 'Publishes the draft now',
    permission: 'publish',
    body: version,
    output: openedEntry,
  },
  withdrawEntry: {
    method: 'POST',
    summary: 'Withdraws an entry, or shows a withdrawn one again',
    permission: 'publish',
    body: state.extend({ isWithdrawn: z.boolean() }),
    output: openedEntry,
  },
  undoAct: {
    method: 'POST',
    summary: 'Undoes the last act on an entry: restores its former state',
    permission: 'publish',
    body: z.object({ id }),
    output: openedEntry,
  },
  renameEntry: {
    method: 'POST',
    summary: 'Changes the slug of an entry, keeps the old address as a redirect and rewrites links to it',
    permission: 'publish',
    body: state.extend({ slug }),
    output: z.object({ entry: openedEntry, rewritten: z.int() }),
  },
  choices: {
    method: 'GET',
    summary: 'Categories, authors, interests, entries and themes that fields can name',
    permission: 'read-content',
    output: choices,
  },
  findTargets: {
    method: 'GET',
    summary: 'Entries, lists, categories and sections of pages whose name contains a text, for internal links',
    permission: 'read-content',
    input: z.object({ q: z.string().trim().max(200) }),
    output: createListSchema(linkTarget),
  },
  describeTargets: {
    method: 'POST',
    summary: 'The titles of the targets of a menu, and why visitors do not see them',
    permission: 'read-content',
    body: z.object({ paths: z.array(z.string().max(2_000)).max(200) }),
    output: createListSchema(targetState),
  },
} as const satisfies Record<string, StudioOperation>;
