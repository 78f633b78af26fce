import type { EntryCard, EntryDetail } from '../../../contract/entry-shapes.ts';
import { getEntryPath, getEntryType as rowOf } from '../../../contract/entry-types.ts';
import { failure, movedTo } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { loadEnquiryChoices } from '../../parts/enquiry-choices.ts';
import { adminOf } from '../../parts/page-entry.ts';
import { drawingHeights } from './drawing-heights.ts';
import type { DetailType, EntryDetailData, LinkedEntry } from './entry-data.ts';

/** The entries that this one names by slug, by type. */
function slugsNamedBy(entry: EntryDetail<DetailType>): [DetailType, string[]][] {
  if (entry.type === 'SERVICE')
    return [
      ['MICROSERVICE', entry.fields.microservices],
      ['PLAN', entry.fields.plans],
    ];
  if (entry.type === 'MICROSERVICE') return [['MICROSERVICE', entry.fields.dependsOn]];
  return [];
}

function linkTo({ type, slug, title, summary }: EntryCard<DetailType>): LinkedEntry {
  return { type, slug, title, summary };
}

async function loadLinked(args: PageArgs, entry: EntryDetail<DetailType>): Promise<LinkedEntry[]> {
  const lists = slugsNamedBy(entry).map(async ([type, slugs]) => {
    if (slugs.length === 0) return [];
    const { items } = await args.client.entries(type, 'list', { size: 100 }, { signal: args.signal });
    // In the order the editor gave; a slug that is not enabled yet has no page to link to.
    return slugs
      .map((slug) => items.find((item) => item.slug === slug))
      .filter((item) => item !== undefined)
      .map(linkTo);
  });
  return (await Promise.all(lists)).flat();
}

/** Neighbours of one kind. */
const neighbours = 3;

/** What stands beside an entry: others of its category, and the newest that are not among them; without one, the newest. */
async function loadNeighbours(
  { client, signal }: PageArgs,
  { id, type, category }: EntryDetail<DetailType>,
): Promise<Pick<EntryDetailData, 'related' | 'recent'>> {
  const b = String(id);
  const newest = client.entries(type, 'recentExcept', { a: b, b: category ? 2 * neighbours : neighbours }, { signal });
  if (!category) return { related: (await newest).items, recent: [] };
  const [{ items: related }, { items }] = await Promise.all([
    client.entries(type, 'related', { a: category.slug, b, limit: neighbours }, { signal }),
    newest,
  ]);
  const others = items.filter((item) => !related.some(({ id }) => id === item.id));
  return { related, recent: others.slice(0, neighbours).map(linkTo) };
}

/** One entry of the type its address is bound to, with what it names and what stands beside it. */
export async function loadEntry(args: PageArgs): Promise<EntryDetailData> {
  const { client, url, params, signal, entryType } = args;
  const slug = params.slug;
  if (!slug || !entryType || entryType === 'PAGE') throw failure(404);

  const [entry, meta] = await Promise.all([
    client.entries(entryType, 'item', { slug, admin: adminOf(url) }, { signal }),
    // A page without the call for its head is still the page; whether there is one, the other call says.
    client.entries(entryType, 'metaKeys', { slug }, { signal }).catch(() => null),
  ]);
  // The API answers a former slug with the entry itself: one hop brings the visitor to its present address.
  // A preview may show a slug that is not live yet.
  if (entry.slug !== slug && !entry.preview) throw movedTo(getEntryPath(entryType, entry.slug) + url.search);

  const [linked, { related, recent }, heights, enquiry] = await Promise.all([
    loadLinked(args, entry),
    // An article without its neighbours is still the article.
    loadNeighbours(args, entry).catch(() => ({ related: [], recent: [] })),
    drawingHeights(entry),
    rowOf(entryType).enquiry ? loadEnquiryChoices(args) : null,
  ]);
  // The call knows what is published, a preview what is to be.
  return { entry, meta: entry.preview ? null : meta, linked, heights, related, recent, enquiry };
}
