import { and, eq, lte, sql } from 'drizzle-orm';
import { decodeAnchor } from '../../../contract/content/decode-anchor.ts';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { getPathname, parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import type { TextLink } from './list-links.ts';

/** Returns the anchors of the headings of an entry's text; null where they are not known. */
export type FindHeadings = (type: EntryType, slug: string) => Promise<ReadonlySet<string> | null>;

/** Anchors of headings begin with this; other anchors belong to the templates of pages, which are not checked. */
const headingAnchor = /^[^?#]*(?:\?[^#]*)?#(s-.*)$/;

/** Returns the headings of the text that visitors see at a time; null for an entry without a published text. */
export async function findStoredHeadings(
  { db }: Context,
  type: EntryType,
  slug: string,
  time: Date | 'now',
): Promise<ReadonlySet<string> | null> {
  const isReplaced = time === 'now' ? sql`${entries.nextAt} <= now()` : lte(entries.nextAt, time);
  const shownId = sql`case when ${isReplaced} then ${entries.nextRevisionId} else ${entries.liveRevisionId} end`;
  const [row] = await db
    .select({ html: revisions.html })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownId))
    .where(and(eq(entries.type, type), eq(entries.slug, slug)));
  return row ? new Set([...row.html.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id = '']) => id)) : null;
}

/**
 * Returns the links of a text to headings that other entries do not have. `own` is the path of the text's entry. Each
 * target is read once, because a text can have thousands of links.
 */
export async function findBrokenAnchors(
  own: string,
  links: readonly TextLink[],
  { headings: ownHeadings }: Pick<RenderedMarkdown, 'headings'>,
  findHeadings: FindHeadings,
): Promise<EntryContentProblem[]> {
  const problems: EntryContentProblem[] = [];
  const known = new Map<string, Awaited<ReturnType<FindHeadings>>>();
  known.set(own, new Set(ownHeadings.map(({ id }) => id)));
  for (const { path, line, target } of links) {
    const [, anchor] = headingAnchor.exec(target) ?? [];
    const pathname = getPathname(target);
    const entry = anchor === undefined ? null : parseEntryPath(pathname);
    if (anchor === undefined || !entry) continue;
    if (!known.has(pathname)) known.set(pathname, await findHeadings(entry.type, entry.slug));
    const headings = known.get(pathname);
    if (headings && !headings.has(decodeAnchor(anchor)))
      problems.push({
        path: path.join('.'),
        line,
        message: `links to ${target}, but that page has no such heading`,
      });
  }
  return problems;
}
