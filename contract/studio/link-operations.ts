import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { count, createPageSchema, createPaging, dateTime } from '../forms/text-input.ts';
import { externalLinkStates, linkCheckModes } from './external-link-states.ts';
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
  /** The path or the slug; of a full address of this site its path. */
  target: z.string(),
  /** What is wrong with the target, in words that follow it. */
  reason: z.string(),
  /** Whether a redirect from the address mends the link. */
  canRedirect: z.boolean(),
});

const brokenLink = foundBrokenLink.extend({
  /** The page whose address is most like that of the broken link; null without one, or if no redirect can help. */
  suggestion: z.string().nullable(),
});

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

/** An address of another site. */
const externalLink = z.object({
  url: z.string(),
  state: z.enum(externalLinkStates),
  /** What is wrong with it, in words that follow it; empty if nothing is. */
  reason: z.string(),
  movedTo: z.string().nullable(),
  checkedAt: dateTime.nullable(),
  failingSince: z.iso.date().nullable(),
  /** Where it stands, at most five times, and how often. */
  uses: z.array(z.object({ id: z.int(), title: z.string(), path: z.string(), line: z.null() })),
  used: count,
});

/** The mode of the checks of other sites, and the state of their last run. */
export const linkCheckRun = z.object({
  mode: z.enum(linkCheckModes),
  /** When a user last asked for a check, and when the last run began and ended; null before that. */
  askedAt: dateTime.nullable(),
  startedAt: dateTime.nullable(),
  /** When the run began or last stored a result. Without `endedAt`, an old time means that the run was cut off. */
  seenAt: dateTime.nullable(),
  endedAt: dateTime.nullable(),
  /** How many addresses the run has, and how many it has checked. */
  total: count,
  done: count,
});

/** Operations on the links of the site's texts, and on what visitors did not find. */
export const linkOperations = {
  brokenLinks: {
    method: 'GET',
    summary: 'Links in texts, sections, menus and settings whose target visitors do not see; those of drafts last',
    permission: 'read-content',
    input: z.object({
      of: z.enum(['SHOWN', 'DRAFT']).optional(),
      ...createPaging(25),
    }),
    /** `redirects`: how many redirects of editors lead to no page. */
    output: createPageSchema(brokenLink).extend({ shown: count, drafts: count, redirects: count }),
  },
  missingPages: {
    method: 'GET',
    summary: 'Addresses without a page that visitors asked for in 90 days; `q` is a part of the address',
    permission: 'read-content',
    input: z.object({
      q: z.string().trim().max(200).optional(),
      /** Only those to which a page of this site led. */
      of: z.literal('SITE').optional(),
      ...createPaging(25),
    }),
    output: createPageSchema(missingPage).extend({ scanned: count }),
  },
  externalLinks: {
    method: 'GET',
    summary: 'Addresses of other sites in what visitors see, with what the last check found, the worst first',
    permission: 'read-content',
    input: z.object({
      state: z.enum(externalLinkStates).optional(),
      q: z.string().trim().max(200).optional(),
      ...createPaging(25),
    }),
    output: createPageSchema(externalLink).extend({
      counts: z.record(z.enum(externalLinkStates), count),
      run: linkCheckRun,
    }),
  },
  checkExternalLinks: {
    method: 'POST',
    summary: 'Asks for a check of all addresses of other sites; it begins within seconds',
    permission: 'publish',
    limit: 'linkCheck',
    output: z.object({ askedAt: dateTime }),
  },
} as const satisfies Record<string, StudioOperation>;

export type BrokenLink = z.output<typeof brokenLink>;
export type BrokenLinkList = z.output<typeof linkOperations.brokenLinks.output>;
export type MissingPage = z.output<typeof missingPage>;
export type MissingPageList = z.output<typeof linkOperations.missingPages.output>;
export type ExternalLink = z.output<typeof externalLink>;
export type ExternalLinkList = z.output<typeof linkOperations.externalLinks.output>;
