import { and, eq, lte, sql } from 'drizzle-orm';
import { decodeAnchor } from '../../../contract/content/decode-anchor.ts';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { hasAnchors, listAnchors } from '../../../contract/content/field-texts.ts';
import { getPathname, parseEntryPath, siteAnchors } from '../../../contract/content/site-paths.ts';
import { upgradeFields } from '../../../contract/studio/content-versions.ts';
import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { type KnownReferences, toSitePath } from './known-references.ts';
import type { PlacedReference, RenderedContent } from './render-content.ts';

/** Returns the anchors of an entry's text; null where they are not known. */
export type FindAnchors = (type: EntryType, slug: string) => Promise<ReadonlySet<string> | null>;

const isHeading = (anchor: string) => anchor.startsWith('s-');

/** Anchors that the template of an entry may add to its page. Whether a page shows the part is not checked. */
const templateAnchors = /^(?:related|send-enquiry|sheet-[\w-]+)$/;

/** Returns whether the page of an entry has an anchor beside those of its text. Browsers know `top` everywhere. */
export const isPageAnchor = (type: EntryType, path: string, anchor: string): boolean =>
  ['top', 'main', ...(siteAnchors[path] ?? [])].includes(anchor) || (!hasAnchors(type) && templateAnchors.test(anchor));

/** Returns the anchors of a content: those of its headings, and those that its own fields name. */
export function listAllAnchors(
  type: EntryType,
  fields: Record<string, unknown>,
  { headings }: Pick<RenderedContent, 'headings'>,
): Set<string> {
  return new Set([...headings.map(({ id }) => id), ...listAnchors(type, fields)]);
}

/** Returns the anchors of the text that visitors see at a time; null for an entry without a published text. */
export async function findStoredAnchors(
  { db }: Context,
  type: EntryType,
  slug: string,
  time: Date | 'now',
): Promise<ReadonlySet<string> | null> {
  const isReplaced = time === 'now' ? sql`${entries.nextAt} <= now()` : lte(entries.nextAt, time);
  const shownId = sql`case when ${isReplaced} then ${entries.nextRevisionId} else ${entries.liveRevisionId} end`;
  const { html, rendered, fields, schemaVersion } = revisions;
  const [row] = await db
    .select({ html, rendered, fields, schemaVersion })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownId))
    .where(and(eq(entries.type, type), eq(entries.slug, slug)));
  if (!row) return null;
  const texts = [row.html, ...Object.values(row.rendered).map((field) => field.html)].join('\n');
  const headings = [...texts.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id = '']) => ({ id }));
  return new Set([
    ...headings.map(({ id }) => id),
    ...listAnchors(type, upgradeFields({ type, slug }, row.schemaVersion, row.fields)),
  ]);
}

/**
 * Creates the check of a text's links to anchors. The check returns why a link leads to no anchor, in words that follow
 * the name of its page; null if it does. `own` is the path of the text's entry, `ownAnchors` are its anchors. Each
 * target is read once, because a text can have thousands of links.
 */
export function createAnchorCheck(own: string, ownAnchors: ReadonlySet<string>, findAnchors: FindAnchors) {
  const known = new Map<string, ReadonlySet<string> | null>([[own, ownAnchors]]);
  return async (target: string): Promise<string | null> => {
    const anchor = decodeAnchor(/#(.+)$/.exec(target)?.[1] ?? '');
    const pathname = getPathname(target);
    const entry = anchor === '' ? null : parseEntryPath(pathname);
    if (!entry || isPageAnchor(entry.type, pathname, anchor)) return null;
    if (!known.has(pathname)) known.set(pathname, await findAnchors(entry.type, entry.slug));
    const anchors = known.get(pathname);
    if (!anchors || anchors.has(anchor)) return null;
    return `has no such ${isHeading(anchor) ? 'heading' : 'section'}`;
  };
}

/** Returns the links of a text whose anchor exists neither in the text itself nor in the entry that they lead to. */
export async function findBrokenAnchors(
  own: string,
  links: readonly PlacedReference[],
  ownAnchors: ReadonlySet<string>,
  findAnchors: FindAnchors,
  known: Pick<KnownReferences, 'origin'>,
): Promise<EntryContentProblem[]> {
  const problems: EntryContentProblem[] = [];
  const check = createAnchorCheck(own, ownAnchors, findAnchors);
  for (const { path, line, target } of links) {
    const reason = await check(toSitePath(target, known));
    if (reason === null) continue;
    problems.push({ path: path.join('.'), line, message: `links to ${target}, but that page ${reason}` });
  }
  return problems;
}
