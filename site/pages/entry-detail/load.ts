import type { EntryCard, EntryDetail } from '../../../contract/entry-shapes.ts';
import { entryPath, entryType as rowOf } from '../../../contract/entry-types.ts';
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

async function loadLinked(args: PageArgs, entry: EntryDetail<DetailType>): Promise<LinkedEntry[]> {
  const lists = slugsNamedBy(entry).map(async ([type, slugs]) => {
    if (slugs.length === 0) return [];
    const { items } = await args.client.entries(type, 'list', { size: 100 }, { signal: args.signal });
    // In the order the editor gave; a slug that is not enabled yet has no page to link to.
    return slugs
      .map((slug) => items.find((item) => item.slug === slug))
      .filter((item) => item !== undefined)
      .map(({ slug, title, summary }) => ({ type, slug, title, summary }));
  });
  return (await Promise.all(lists)).flat();
}

async function loadRelated({ client, signal }: PageArgs, entry: EntryDetail<DetailType>): Promise<EntryCard[]> {
  const b = String(entry.id);
  const { items } = entry.category
    ? await client.entries(entry.type, 'related', { a: entry.category.slug, b, limit: 3 }, { signal })
    : await client.entries(entry.type, 'recentExcept', { a: b, b: 3 }, { signal });
  return items;
}

/** One entry of the type its address is bound to, with what it names and what stands beside it. */
export async function loadEntry(args: PageArgs): Promise<EntryDetailData> {
  const { client, url, params, signal, entryType } = args;
  const slug = params.slug;
  if (!slug || !entryType || entryType === 'PAGE') throw failure(404);

  const entry = await client.entries(entryType, 'item', { slug, admin: adminOf(url) }, { signal });
  // The API answers a former slug with the entry itself: one hop brings the visitor to its present address.
  // A preview may show a slug that is not live yet.
  if (entry.slug !== slug && !entry.preview) throw movedTo(entryPath(entryType, entry.slug) + url.search);

  const [linked, related, heights, enquiry] = await Promise.all([
    loadLinked(args, entry),
    // An article without its neighbours is still the article.
    loadRelated(args, entry).catch(() => []),
    drawingHeights(entry),
    rowOf(entryType).enquiry ? loadEnquiryChoices(args) : null,
  ]);
  return { entry, linked, heights, related, enquiry };
}
