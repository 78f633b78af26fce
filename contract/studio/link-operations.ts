import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { createPageSchema, createPageSizeInput, paging } from '../forms/text-input.ts';
import type { StudioOperation } from './operation.ts';

/** A link, or the name of an entry in own fields, whose target visitors do not see. */
export const foundBrokenLink = z.object({
  /** The entry of the text. */
  id: z.int(),
  type: z.enum(entryTypeNames),
  title: z.string(),
  /** Whether only the draft has it. */
  isDraft: z.boolean(),
  /** The field, such as `body` or `fields.main.0.target`, and the line of a draft's text. */
  path: z.string(),
  line: z.int().nullable(),
  /** The address or the slug, as it is written. */
  target: z.string(),
  /** What is wrong with the target, in words that follow it. */
  reason: z.string(),
  /** Whether a redirect from the address mends the link. */
  canRedirect: z.boolean(),
});

const brokenLink = foundBrokenLink.extend({
  /** The page that is most like the target; null if none is, or if a redirect mends nothing. */
  suggestion: z.string().nullable(),
});

const count = z.int().min(0);

/** An address without a page that visitors asked for. */
const missingPage = z.object({
  path: z.string(),
  times: count,
  lastOn: z.iso.date(),
  /** The pages of this site that led there, at most five. */
  referrers: z.array(z.string()),
  canRedirect: z.boolean(),
  suggestion: z.string().nullable(),
});

/** Operations on the links of the site's texts, and on what visitors did not find. */
export const linkOperations = {
  brokenLinks: {
    method: 'GET',
    summary: 'Links in texts, sections, menus and settings whose target visitors do not see; those of drafts last',
    permission: 'read-content',
    input: z.object({
      of: z.enum(['SHOWN', 'DRAFT']).optional(),
      page: paging.page,
      size: createPageSizeInput(25),
    }),
    output: createPageSchema(brokenLink).extend({ shown: count, drafts: count }),
  },
  missingPages: {
    method: 'GET',
    summary: 'Addresses without a page that visitors asked for in 90 days; `q` is a part of the address',
    permission: 'read-content',
    input: z.object({
      q: z.string().trim().max(200).optional(),
      /** Only those to which a page of this site led. */
      of: z.literal('SITE').optional(),
      page: paging.page,
      size: createPageSizeInput(25),
    }),
    output: createPageSchema(missingPage).extend({ scanned: count }),
  },
} as const satisfies Record<string, StudioOperation>;

export type BrokenLink = z.output<typeof brokenLink>;
export type BrokenLinkList = z.output<typeof linkOperations.brokenLinks.output>;
export type MissingPage = z.output<typeof missingPage>;
export type MissingPageList = z.output<typeof linkOperations.missingPages.output>;
