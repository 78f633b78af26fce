import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { getRenderedKey, isMarkdown, listAnchors, listFieldTexts } from '../../../contract/content/field-texts.ts';
import { upgradeFields, upgradeText } from '../../../contract/studio/content-versions.ts';
import type { Context } from '../../context.ts';
import { drafts, entries, revisions } from '../../db/index.ts';
import { listAllAnchors } from '../entries/check-anchors.ts';
import { listNamedReferences, type NamedReference } from '../entries/check-references.ts';
import { listLinks } from '../entries/links.ts';
import { type PlacedReference, renderContent } from '../entries/render-content.ts';
import { isEnabled, shownRevisionId } from '../entries/visibility.ts';
import { listPictures } from '../media/list-pictures.ts';

/** What a text links to and names, and the anchors by which others can link to its parts. */
export interface TextLinks {
  /** Links to paths of the site, and to addresses of other sites. */
  links: PlacedReference[];
  names: NamedReference[];
  anchors: ReadonlySet<string>;
}

/** A text with its entry. `title` is empty for a draft without one. */
export interface LinkingText extends TextLinks {
  id: number;
  type: EntryType;
  slug: string;
  title: string;
}

/** Bytes of the links that are kept. A revision never changes, and a save gives a draft another version. */
const keptBytes = 48 * 1024 * 1024;

type Known = LRUCache<string, TextLinks & { title: string }>;
const knownOf = new WeakMap<Context['db'], Known>();

/** Returns what is kept of a database: two databases have other revisions with the same ids. */
function getKnown({ db }: Context): Known {
  const known: Known =
    knownOf.get(db) ??
    new LRUCache({
      maxSize: keptBytes,
      sizeCalculation: ({ links, names, anchors }) => 500 + 250 * (links.length + names.length + anchors.size),
    });
  knownOf.set(db, known);
  return known;
}

/** The most revisions whose links are read in one statement. */
const batch = 500;

/** Returns SQL for the values of an attribute in HTML, of the parts that follow `start` and match a pattern. */
function createValuesSql(html: SQL, start: string, pattern: string): SQL {
  return sql`array(select split_part(part, '"', 2) from string_to_table(${html}, ${start}) with ordinality as parts (part, number)
    where number > 1 and part ~ ${pattern})`;
}

/** Decodes the two characters of an address that HTML writes as references in an attribute. */
const decodeHref = (href: string) => href.replaceAll('&#x26;', '&').replaceAll('&#x27;', "'");

/** The links and the ids of headings of each rendered text of a revision, by its key; the key of the body is empty. */
type RenderedLinks = Record<string, { links: string[]; headings: string[] }>;

const renderedLinks = sql<RenderedLinks>`(
  select jsonb_object_agg(key, jsonb_build_object(
    'links', ${createValuesSql(sql`html`, ' href=', '^"(?:/|#s-|https?://)')},
    'headings', ${createValuesSql(sql`html`, '<h', '^[1-6] id="')}))
  from (select '' as key, ${revisions.html} as html
    union all select key, value ->> 'html' from jsonb_each(${revisions.rendered})) as texts)`;

async function readRevisions({ db }: Context, ids: readonly number[], known: Known): Promise<void> {
  const { id, title, fields, schemaVersion } = revisions;
  const rows = await db
    .select({ id, title, fields, schemaVersion, type: entries.type, slug: entries.slug, texts: renderedLinks })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .where(inArray(revisions.id, [...ids]));
  for (const { type, slug, texts, ...row } of rows) {
    const own = upgradeFields({ type, slug }, row.schemaVersion, row.fields);
    const paths = new Map<string, PlacedReference['path']>([['', ['body']]]);
    for (const text of listFieldTexts(type, own).filter(isMarkdown))
      paths.set(getRenderedKey(own, text.path), ['fields', ...text.path]);
    const links = Object.entries(texts).flatMap(([key, found]) =>
      found.links.map((href) => ({ path: paths.get(key) ?? ['fields'], line: null, target: decodeHref(href) })),
    );
    const headings = Object.values(texts).flatMap((found) => found.headings);
    known.set(`r${row.id}`, {
      title: row.title,
      links: listLinks(type, own, { links }),
      names: listNamedReferences(type, own),
      anchors: new Set([...headings, ...listAnchors(type, own)]),
    });
  }
}

/** Returns what the texts that visitors see link to. */
export async function listShownTexts(ctx: Context): Promise<LinkingText[]> {
  const rows = await ctx.db
    .select({
      id: entries.id,
      type: entries.type,
      slug: entries.slug,
      revisionId: sql<number>`${shownRevisionId}`.mapWith(revisions.id),
    })
    .from(entries)
    .where(isEnabled);
  const known = getKnown(ctx);
  const missing = rows.map(({ revisionId }) => revisionId).filter((id) => !known.has(`r${id}`));
  const found: LinkingText[] = [];
  for (let from = 0; from < missing.length; from += batch)
    await readRevisions(ctx, missing.slice(from, from + batch), known);
  for (const { revisionId, ...entry } of rows) {
    const links = known.get(`r${revisionId}`);
    if (links) found.push({ ...entry, ...links });
  }
  return found;
}

/** Targets in Markdown: of links, of definitions, of links in HTML, and all addresses. Code may hold some too. */
const possibleTargets = /(?:\]\(\s*<?|\]:\s*<?|href=["'])([/#][^\s)"'>]*)|(https?:\/\/[^\s)"'>]+)/g;

/**
 * Returns what the drafts link to, by their titles. A draft is rendered only if a target in its Markdown is suspect;
 * a draft that cannot be rendered is left out, because its editor says so.
 */
export async function listDraftTexts(ctx: Context, isSuspect: (target: string) => boolean): Promise<LinkingText[]> {
  const rows = await ctx.db
    .select({ entry: entries, draft: drafts })
    .from(drafts)
    .innerJoin(entries, eq(entries.id, drafts.entryId))
    .orderBy(sql`${drafts.content} ->> 'title'`, entries.id);
  const pictures = rows.length > 0 ? await listPictures(ctx) : undefined;
  const known = getKnown(ctx);
  const found: LinkingText[] = [];
  for (const { entry, draft } of rows) {
    const { id, type, slug } = entry;
    const content = upgradeText({ type, slug }, draft.schemaVersion, draft.content);
    const markdown = [content.body, ...listFieldTexts(type, content.fields).map(({ value }) => value)].join('\n');
    const texts = [...markdown.matchAll(possibleTargets)].map(([, path, address = '']) => path ?? address);
    const key = `d${id}.${draft.version}`;
    let links: TextLinks | undefined = known.get(key);
    if (!links && texts.some(isSuspect)) {
      const rendered = await renderContent(ctx, entry, type, content, pictures).catch(() => null);
      if (!rendered) continue;
      const fragments = rendered.fragments.map((fragment) => ({ ...fragment, target: `#${fragment.target}` }));
      links = {
        links: [...listLinks(type, content.fields, rendered), ...fragments].sort(
          (a, b) => (a.line ?? 0) - (b.line ?? 0),
        ),
        names: [],
        anchors: listAllAnchors(type, content.fields, rendered),
      };
      known.set(key, { title: content.title, ...links });
    }
    links ??= { links: listLinks(type, content.fields, { links: [] }), names: [], anchors: new Set() };
    const names = listNamedReferences(type, content.fields);
    found.push({ id, type, slug, ...links, title: content.title, names });
  }
  return found;
}
