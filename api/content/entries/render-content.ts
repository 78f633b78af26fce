import { eq, inArray, sql } from 'drizzle-orm';
import type { TocItem } from '../../../contract/content/entry-shapes.ts';
import { type EntryType, entryTypes, getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { getRenderedKey, isMarkdown, isPicture, listFieldTexts } from '../../../contract/content/field-texts.ts';
import type { BulkSelection } from '../../../contract/studio/bulk-shapes.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { categories, drafts, entries } from '../../db/index.ts';
import type { Reference, StoredPicture } from '../markdown/pictures.ts';
import type { Heading, RenderedMarkdown } from '../markdown/render.ts';
import { type QueueGroup, renderSourcesInThread } from '../markdown/render-in-thread.ts';
import { type RenderSource, renderSources } from '../markdown/render-sources.ts';
import { TextError } from '../markdown/text-error.ts';
import { listPictures } from '../media/list-pictures.ts';

/** The parts of a content that are rendered. */
export type ContentToRender = Pick<DraftContent, 'body' | 'fields'>;

/** The place of a part in its content; it begins with `body` or `fields`. */
interface Place {
  path: (string | number)[];
}

/** A path or picture that a content names. `line` is the line of its text; null for a field that is no Markdown. */
export interface PlacedReference extends Place, Omit<Reference, 'line'> {
  line: number | null;
}

/** HTML of a text or a picture in the own fields. */
interface RenderedField {
  html: string;
  toc: TocItem[];
}

/** The rendered body and own fields of a content. Only `pictureNames` has parts that visitors do not see. */
export interface RenderedContent
  extends Pick<RenderedMarkdown, 'html' | 'toc' | 'plain' | 'prose' | 'words' | 'cover'> {
  /** The texts and pictures of own fields, by `getRenderedKey`. */
  rendered: Record<string, RenderedField>;
  links: PlacedReference[];
  pictures: PlacedReference[];
  headings: (Heading & Place)[];
  fragments: PlacedReference[];
  unnamedPictures: PlacedReference[];
  externalPictures: PlacedReference[];
  /** Every picture that the content shows, also in parts that visitors do not see. */
  pictureNames: string[];
}

interface Part extends Place {
  source: RenderSource;
  /** Null for the body. */
  key: string | null;
  isShown: boolean;
}

/** Returns the body of a content, and the texts and pictures of its own fields. */
function listParts(type: EntryType, { body, fields }: ContentToRender): Part[] {
  const own = listFieldTexts(type, fields).flatMap((text): Part[] => {
    if (!isMarkdown(text) && !isPicture(text)) return [];
    const source = isMarkdown(text) ? { markdown: text.value } : { picture: text.value };
    const key = getRenderedKey(fields, text.path);
    return [{ source, key, path: ['fields', ...text.path], isShown: text.isShown }];
  });
  return [{ source: { markdown: body }, key: null, path: ['body'], isShown: true }, ...own];
}

function joinParts(parts: readonly Part[], results: readonly RenderedMarkdown[]): RenderedContent {
  const all = results.flatMap((result, index) => {
    const part = parts[index];
    return part ? [{ ...part, result }] : [];
  });
  const shown = all.filter(({ isShown }) => isShown);
  const place = (name: 'links' | 'pictures' | 'fragments' | 'unnamedPictures' | 'externalPictures') =>
    shown.flatMap(({ path, source, result }): PlacedReference[] =>
      result[name].map(({ target, line }) => ({ path, target, line: 'picture' in source ? null : line })),
    );
  const join = (name: 'plain' | 'prose', separator: string) =>
    shown
      .map(({ result }) => result[name])
      .filter(Boolean)
      .join(separator);
  const body = all.find(({ key }) => key === null)?.result;
  return {
    html: body?.html ?? '',
    toc: body?.toc ?? [],
    rendered: Object.fromEntries(
      shown.flatMap(({ key, result: { html, toc } }) => (key === null ? [] : [[key, { html, toc }]])),
    ),
    plain: join('plain', ' '),
    prose: join('prose', '\n'),
    words: shown.reduce((sum, { result }) => sum + result.words, 0),
    cover: shown.find(({ result }) => result.cover !== null)?.result.cover ?? null,
    links: place('links'),
    pictures: place('pictures'),
    headings: shown.flatMap(({ path, result }) => result.headings.map((heading) => ({ path, ...heading }))),
    fragments: place('fragments'),
    unnamedPictures: place('unnamedPictures'),
    externalPictures: place('externalPictures'),
    pictureNames: [...new Set(all.flatMap(({ result }) => result.pictures.map(({ target }) => target)))],
  };
}

/** Gives the error of a text the path of the text in its content. */
function addPath(parts: readonly Part[], error: unknown): never {
  if (!(error instanceof TextError)) throw error;
  const path = parts[error.source]?.path.join('.') ?? 'body';
  throw new TextError(error.problem, error.line, { ...error, path });
}

/**
 * Renders the body of a content, and the texts and pictures of its own fields, in a worker thread. `owner` and errors:
 * see `renderSourcesInThread`. A caller that renders many contents passes `pictures`, so that they are read only once.
 */
export async function renderContent(
  ctx: Context,
  owner: QueueGroup | null,
  type: EntryType,
  content: ContentToRender,
  pictures?: ReadonlyMap<string, StoredPicture>,
): Promise<RenderedContent> {
  const parts = listParts(type, content);
  const stored = pictures ?? (await listPictures(ctx));
  const sources = parts.map(({ source }) => source);
  const results = await renderSourcesInThread(sources, owner, (name) => stored.get(name)).catch((error: unknown) =>
    addPath(parts, error),
  );
  return joinParts(parts, results);
}

/** As `renderContent`, without a thread and without pictures, for texts of tests and benchmarks. */
export async function renderContentDirectly(type: EntryType, content: ContentToRender): Promise<RenderedContent> {
  const parts = listParts(type, content);
  const sources = parts.map(({ source }) => source);
  return joinParts(parts, await renderSources(sources, () => () => undefined));
}

function getListPath(type: EntryType): string | null {
  const { listPath, listedUnder } = getEntryType(type);
  return listPath ?? (listedUnder ? entryTypes[listedUnder].listPath : null);
}

/**
 * Returns the paths of the pages that visitors would see changed: of the entries themselves, their lists, and their
 * categories before and after.
 */
export async function findChangedPages(
  { db }: Context,
  { kind, category }: Pick<BulkSelection, 'kind' | 'category'>,
  changing: readonly EntrySummary[],
): Promise<string[]> {
  const seen = changing.filter(({ state }) => kind === 'PUBLISH' || state === 'PUBLISHED');
  if (seen.length === 0) return [];
  const rows = await db
    .select({ id: entries.id, before: categories.slug, after: sql<string | null>`${drafts.content} ->> 'category'` })
    .from(entries)
    .leftJoin(categories, eq(categories.id, entries.categoryId))
    .leftJoin(drafts, eq(drafts.entryId, entries.id))
    .where(
      inArray(
        entries.id,
        seen.map(({ id }) => id),
      ),
    );
  const slugs = new Map(rows.map((row) => [row.id, row]));
  const pages = seen.flatMap(({ id, type, slug }) => {
    const { before = null, after = null } = slugs.get(id) ?? {};
    const newCategory = kind === 'CATEGORISE' ? category?.slug : kind === 'PUBLISH' ? after : null;
    const { categoryPath } = getEntryType(type);
    const ofCategories = [before, newCategory].flatMap((name) => (categoryPath && name ? [categoryPath + name] : []));
    return [getEntryPath(type, slug), getListPath(type) ?? [], ofCategories].flat();
  });
  return [...new Set(pages)];
}
