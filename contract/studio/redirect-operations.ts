import { z } from 'zod';
import { createPageSchema, createPageSizeInput, paging } from '../forms/text-input.ts';
import type { StudioOperation } from './operation.ts';

/** A path of the site, without a query. */
const sitePath = z
  .string()
  .trim()
  .max(200)
  .regex(/^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*)?$/, 'must be a path of the site, such as /old-page');

/** An address or a target, in lower case: the server redirects other spellings to it before it asks for a page. */
const redirectPath = sitePath.toLowerCase();

/** A redirect that somebody adds, in the Studio or in a file of content. */
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
  /** Whether a page is shown at `path`, so that the redirect has no effect. */
  isOverridden: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
});

/** Operations on the addresses that lead to another page. */
export const redirectOperations = {
  redirects: {
    method: 'GET',
    summary: 'Addresses that lead to another page, newest first; `q` is a part of the path',
    permission: 'read-content',
    input: z.object({ q: z.string().trim().max(200).optional(), page: paging.page, size: createPageSizeInput(25) }),
    output: createPageSchema(redirect),
  },
  addRedirect: {
    method: 'POST',
    summary: 'Adds a redirect from an address without a page to a page of the site, in one hop',
    permission: 'publish',
    body: newRedirect,
    output: redirect,
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
export type NewRedirect = z.output<typeof newRedirect>;
