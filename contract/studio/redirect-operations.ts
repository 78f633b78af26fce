import { z } from 'zod';
import { count, createPageSchema, createPaging } from '../forms/text-input.ts';
import type { StudioOperation } from './operation.ts';

/** A path of the site without a query, or all paths below one. */
const sitePath = z
  .string()
  .trim()
  .max(200)
  .regex(
    /^(?:\/|(?:\/[\w~-][\w.~-]*)+(?:\/\*)?|\/\*)$/,
    'must be a path of the site, such as /old-page, or all below one, such as /old-blog/*',
  );

/** An address or a target, in lower case: the server redirects other spellings to it before it asks for a page. */
const redirectPath = sitePath.toLowerCase();

/**
 * A redirect that somebody adds, in the Studio or in a file of content. From a path with an asterisk, the rest of the
 * path is kept if the target has an asterisk too: `/old-blog/*` to `/blog/*`.
 */
export const newRedirect = z.object({ path: redirectPath, target: redirectPath });

/** RENAME: the address that an entry had before it was renamed; EDITOR: added by hand. */
const redirectKinds = ['RENAME', 'EDITOR'] as const;

const redirect = z.object({
  path: z.string(),
  kind: z.enum(redirectKinds),
  /** The page to which visitors are led now; null while the page at `target` is not shown. */
  leadsTo: z.string().nullable(),
  /** The page to which it should lead: the present address of the renamed entry, or the page that an editor chose. */
  target: z.string(),
  /** Why an editor's redirect leads to no page, in words that follow `target`, and the page most like `path`. */
  problem: z.string().nullable(),
  suggestion: z.string().nullable(),
  /** Whether a page is shown at `path`, so that the redirect has no effect. */
  isOverridden: z.boolean(),
  /** How often visitors were led on, and the last day. */
  hits: z.int(),
  lastHitOn: z.iso.date().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
});

const plannedRedirect = newRedirect.extend({
  /** The page or the path to which it is stored. */
  leadsTo: z.string(),
  /** Whether it is new, replaces another target, or is stored already. */
  state: z.enum(['NEW', 'CHANGED', 'SAME']),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** The most characters of a list of redirects. */
const maxCsvLength = 600_000;

/** Operations on the addresses that lead to another page. */
export const redirectOperations = {
  redirects: {
    method: 'GET',
    summary: 'Addresses that lead to another page, those that lead to none first; `q` is a part of the path',
    permission: 'read-content',
    input: z.object({
      q: z.string().trim().max(200).optional(),
      /** Only those that lead to no page. */
      of: z.literal('BROKEN').optional(),
      ...createPaging(25),
    }),
    output: createPageSchema(redirect).extend({ broken: count }),
  },
  addRedirect: {
    method: 'POST',
    summary: 'Adds a redirect from an address without a page to a page of the site, or replaces one that leads to none',
    permission: 'publish',
    body: newRedirect,
    output: redirect,
  },
  importRedirects: {
    method: 'POST',
    summary: 'Checks a list of redirects (CSV with the columns from and to), and stores all of it or nothing',
    permission: 'publish',
    body: z.object({
      csv: z.string().max(maxCsvLength),
      /** Whether to store the list if nothing is wrong with it. */
      isStored: z.boolean(),
    }),
    output: z.object({
      total: count,
      added: count,
      changed: count,
      same: count,
      problems: z.array(z.object({ line: z.int(), path: z.string(), message: z.string() })),
      isStored: z.boolean(),
    }),
  },
  exportRedirects: {
    method: 'GET',
    summary: 'All redirects as CSV, as `importRedirects` reads them',
    permission: 'read-content',
    output: z.object({ csv: z.string() }),
    limit: 'export',
  },
  removeRedirect: {
    method: 'POST',
    summary: 'Removes a redirect; its address then answers 404',
    permission: 'publish',
    body: z.object({ path: sitePath }),
    output: z.object({ path: z.string() }),
  },
} as const satisfies Record<string, StudioOperation>;

export type Redirect = z.output<typeof redirect>;
export type PlannedRedirect = z.output<typeof plannedRedirect>;
export type NewRedirect = z.output<typeof newRedirect>;
export type RedirectImport = z.output<typeof redirectOperations.importRedirects.output>;
