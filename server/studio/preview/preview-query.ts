import { z } from 'zod';
import { ApiError } from '../../../api/errors.ts';
import { toInstant } from '../../../contract/content/local-time.ts';
import { lookName } from '../../../contract/content/setting-schemas.ts';
import { draftVersion } from '../../../contract/studio/shapes.ts';
import type { PreviewSubject } from './run-preview.ts';

/** The parameters of a preview's address. */
const query = z.object({
  /** The entry whose version, or else its current version, is shown as if it were published. */
  entry: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  version: draftVersion.optional(),
  /** A version before or after the shown one. The differences from it are marked in the shown one. */
  before: draftVersion.optional(),
  after: draftVersion.optional(),
  /** A page of the site; without it, the page of the entry, or Home. */
  path: z
    .string()
    .regex(/^\/(?![/\\])[^\\#\p{Cc}]*$/u)
    .max(1_000)
    .optional(),
  /** A moment: a local time of the company's time zone, or one with an offset. */
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/)
    .optional(),
  theme: z.enum(['light', 'dark']).optional(),
  /** The name of a theme in which the page is drawn instead of that of the setting Look. */
  look: lookName.optional(),
});

export interface PreviewQuery extends PreviewSubject {
  path: string | null;
  theme: 'light' | 'dark' | undefined;
  /** The version that the shown one is compared with, and the element that marks differences; null: no comparison. */
  compared: { version: string; mark: 'ins' | 'del' } | null;
  /** The parameters that every link of the preview keeps. */
  kept: Record<string, string>;
}

function readMoment(text: string, timeZone: string): Date {
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = hasOffset ? new Date(text) : toInstant(text, timeZone);
  if (!moment || !Number.isFinite(moment.getTime()))
    throw new ApiError('bad_request', 'There is no such day or time.', [{ path: 'at', message: 'is not a time' }]);
  return moment;
}

/** Returns what a preview is asked to show; throws `bad_request`. A time without an offset is one of `timeZone`. */
export function readPreviewQuery(given: unknown, timeZone: string): PreviewQuery {
  const asked = query.safeParse(given);
  if (!asked.success)
    throw new ApiError(
      'bad_request',
      'A preview needs an entry, a path of the site, or a time such as 2026-12-01T09:00.',
    );
  const { entry, version, before, after, path, at, theme, look } = asked.data;
  const other = before ?? after;
  const moment = at ? readMoment(at, timeZone) : null;
  return {
    entry: entry ? { id: Number(entry), version } : null,
    at: moment,
    look: look ?? null,
    path: path ?? null,
    theme,
    compared: entry && other ? { version: other, mark: before ? 'ins' : 'del' } : null,
    kept: {
      ...(entry ? { entry } : {}),
      ...(entry && version ? { version } : {}),
      ...(moment ? { at: moment.toISOString() } : {}),
      ...(theme ? { theme } : {}),
      ...(look ? { look } : {}),
    },
  };
}
