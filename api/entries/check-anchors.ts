import { and, eq } from 'drizzle-orm';
import { type EntryType, entryTypeNames, entryTypes, getEntryPath } from '../../contract/entry-types.ts';
import type { ContentProblem } from '../../contract/studio/shapes.ts';
import type { Context } from '../context.ts';
import { entries, revisions } from '../db/tables.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';
import { shownRevisionId } from './visibility.ts';

/** Returns the anchors of the headings of an entry's text; null where they are not known. */
export type FindHeadings = (type: EntryType, slug: string) => Promise<ReadonlySet<string> | null>;

/** Anchors of headings begin with this; other anchors belong to the templates of pages, which are not checked. */
const headingAnchor = /^[^?#]*(?:\?[^#]*)?#(s-.*)$/;

/** Returns an anchor as the id of its heading is written: Markdown encodes letters outside ASCII in links. */
export function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    // A percent sign that encodes nothing.
    return anchor;
  }
}

/** Returns the headings that an entry's stored text has; null for an entry without a published text. */
export async function findStoredHeadings(
  { db }: Context,
  type: EntryType,
  slug: string,
): Promise<ReadonlySet<string> | null> {
  const [row] = await db
    .select({ html: revisions.html })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .where(and(eq(entries.type, type), eq(entries.slug, slug)));
  return row ? new Set([...row.html.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id = '']) => id)) : null;
}

function parseEntryPath(pathname: string): { type: EntryType; slug: string } | null {
  // Longer prefixes first: every path begins with the prefix of pages.
  const types = [...entryTypeNames].sort((a, b) => entryTypes[b].itemPath.length - entryTypes[a].itemPath.length);
  for (const type of types) {
    const slug = pathname === '/' ? 'home' : pathname.slice(entryTypes[type].itemPath.length);
    if (slug && getEntryPath(type, slug) === pathname) return { type, slug };
  }
  return null;
}

/** Returns the links of a text to headings that other entries do not have. `own` is the path of the text's entry. */
export async function findBrokenAnchors(
  own: string,
  rendered: RenderedMarkdown,
  findHeadings: FindHeadings,
): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  for (const { target, line } of rendered.links) {
    const [, anchor] = headingAnchor.exec(target) ?? [];
    const [pathname = ''] = target.split(/[?#]/, 1);
    const entry = anchor === undefined ? null : parseEntryPath(pathname);
    if (anchor === undefined || !entry) continue;
    const headings =
      pathname === own ? new Set(rendered.headings.map(({ id }) => id)) : await findHeadings(entry.type, entry.slug);
    if (headings && !headings.has(decodeAnchor(anchor)))
      problems.push({ path: 'body', line, message: `links to ${target}, but that page has no such heading` });
  }
  return problems;
}
