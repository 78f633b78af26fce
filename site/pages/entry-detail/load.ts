import type { EntryCard, EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { createFailure, createRedirect } from '../../failures.ts';
import { loadLists } from '../../load-lists.ts';
import type { PageArgs } from '../../page.ts';
import type { DrawingHeights } from '../../parts/drawing.tsx';
import { loadEnquiryChoices, toEnquiryWords } from '../../parts/enquiry-choices.ts';
import { loadAllEntries } from '../../parts/load-all-entries.ts';
import { lowerHeadings } from '../../parts/lower-headings.ts';
import { measureCharts, measureSchematic } from '../../parts/measure-drawings.ts';
import { getAdminParameter } from '../../parts/page-entry.ts';
import { loadForms } from '../../settings.ts';
import type { DetailType, EntryDetailData, LinkedEntry } from './entry-data.ts';
import { addFirstFigureId } from './first-figure.ts';

/** Returns the slugs of the entries that an entry links to, by type. */
function getLinkedSlugs(entry: EntryDetail<DetailType>): [DetailType, string[]][] {
  if (entry.type === 'SERVICE')
    return [
      ['MICROSERVICE', entry.fields.microservices],
      ['PLAN', entry.fields.plans],
    ];
  if (entry.type === 'MICROSERVICE') return [['MICROSERVICE', entry.fields.dependsOn]];
  return [];
}

function toLinkedEntry({ type, slug, title, summary }: EntryCard<DetailType>): LinkedEntry {
  return { type, slug, title, summary };
}

async function loadLinked(args: PageArgs, entry: EntryDetail<DetailType>): Promise<LinkedEntry[]> {
  const lists = getLinkedSlugs(entry).map(async ([type, slugs]) => {
    if (slugs.length === 0) return [];
    const items = await loadAllEntries(args.client, type, { signal: args.signal });
    // The links keep the editor's order. A slug that is not published has no page, so it is left out.
    return slugs
      .map((slug) => items.find((item) => item.slug === slug))
      .filter((item) => item !== undefined)
      .map(toLinkedEntry);
  });
  return (await Promise.all(lists)).flat();
}

/** Maximum number of related entries, and of recent entries. */
const maxNeighbours = 3;

/** Sorts plans by price, from the lowest; other entries keep their order. */
function sortByPrice(cards: EntryCard[]): EntryCard[] {
  const getPrice = (card: EntryCard) => (card.type === 'PLAN' ? (card.fields.monthly ?? 0) : 0);
  return cards.toSorted((a, b) => getPrice(a) - getPrice(b));
}

/**
 * Loads the related entries of the same category, and the newest entries that are not among them. An entry without a
 * category has only the newest entries, as its related entries.
 */
async function loadNeighbours(
  { client, signal }: PageArgs,
  { id, type, category }: EntryDetail<DetailType>,
): Promise<Pick<EntryDetailData, 'related' | 'recent'>> {
  const b = String(id);
  const newest = client.entries(
    type,
    'recentExcept',
    { a: b, b: category ? 2 * maxNeighbours : maxNeighbours },
    { signal },
  );
  if (!category) return { related: sortByPrice((await newest).items), recent: [] };
  const [{ items: related }, { items }] = await Promise.all([
    client.entries(type, 'related', { a: category.slug, b, limit: maxNeighbours }, { signal }),
    newest,
  ]);
  const others = items.filter((item) => !related.some(({ id }) => id === item.id));
  return { related, recent: others.slice(0, maxNeighbours).map(toLinkedEntry) };
}

/** Returns the heights of an entry's drawings. */
async function measureDrawings(entry: EntryDetail<DetailType>): Promise<DrawingHeights[]> {
  if (entry.type === 'INFOGRAPHIC') return measureCharts(entry.fields.sheets);
  if (entry.type !== 'SERVICE' && entry.type !== 'MICROSERVICE') return [];
  return [await measureSchematic(entry.fields.schematic)];
}

/** Loads the choices and the words of the enquiry form. */
async function loadEnquiry(args: PageArgs): Promise<NonNullable<EntryDetailData['enquiry']>> {
  const [choices, forms] = await Promise.all([loadEnquiryChoices(args), loadForms(args.client, args)]);
  return { choices, words: toEnquiryWords(forms) };
}

/** Loads an entry of the type that the address is bound to, with its linked, related and recent entries. */
export async function loadEntry(args: PageArgs): Promise<EntryDetailData> {
  const { client, url, params, signal, entryType } = args;
  const slug = params.slug;
  if (!slug || !entryType || entryType === 'PAGE') throw createFailure(404);

  const [entry, meta] = await Promise.all([
    client.entries(entryType, 'item', { slug, admin: getAdminParameter(url) }, { signal }),
    // Without the metadata the head shows the entry's own title. Only the other call decides whether the entry exists.
    client.entries(entryType, 'metaKeys', { slug }, { signal }).catch(() => null),
  ]);
  // For a former slug the API returns the renamed entry, so one redirect leads to the current address. In a preview the
  // entry may have a slug that is not published yet.
  if (entry.slug !== slug && !entry.preview) throw createRedirect(getEntryPath(entryType, entry.slug) + url.search);

  const [lists, linked, { related, recent }, heights, enquiry] = await Promise.all([
    loadLists(client, { signal }),
    loadLinked(args, entry),
    // A failed call for related entries must not hide the entry.
    loadNeighbours(args, entry).catch(() => ({ related: [], recent: [] })),
    measureDrawings(entry),
    getEntryType(entryType).enquiry ? loadEnquiry(args) : null,
  ]);
  // An article is a text of its own; the texts of other types are sections of their pages.
  const shown = addFirstFigureId(entry.type === 'BLOG' ? entry : lowerHeadings(entry));
  // The metadata describes the published revision, so a preview does not use it.
  return {
    entry: shown,
    meta: entry.preview ? null : meta,
    linked,
    heights,
    relatedTitle: lists[entryType].related,
    related,
    recent,
    enquiry,
  };
}
