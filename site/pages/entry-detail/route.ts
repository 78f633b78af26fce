import { getEntryPath, getEntryType } from '../../../contract/entry-types.ts';
import { definePage, type PageHead } from '../../page.ts';
import type { SiteSettings } from '../../settings.ts';
import type { EntryDetailData } from './entry-data.ts';
import { loadEntry } from './load.ts';
import { describeEntry } from './structured-data.ts';
import { EntryDetailView } from './view.tsx';
import { viewOf } from './view-of.ts';

function head({ entry, meta }: EntryDetailData, settings: SiteSettings): PageHead {
  const isArticle = getEntryType(entry.type).schemaType === 'Article';
  const image = `/social-images/${entry.type}/${entry.slug}.png`;
  return {
    title: (meta ?? entry).title,
    description: meta?.description ?? entry.summary,
    canonical: getEntryPath(entry.type, entry.slug),
    noindex: entry.preview,
    image,
    article: isArticle
      ? { published: entry.publishedAt, modified: entry.updatedAt, author: entry.author?.name ?? null }
      : undefined,
    structuredData: import.meta.env.SSR ? describeEntry(entry, settings, image) : undefined,
  };
}

export const page = definePage<EntryDetailData>({
  loader: loadEntry,
  // Browsers send the form themselves, in enquiry-form.tsx, and their build leaves this out.
  action: import.meta.env.SSR
    ? async (args) => (await import('../../forms/take-enquiry.ts')).takeEnquiry(args)
    : undefined,
  View: EntryDetailView,
  head,
  cache: ({ entry }) => (entry.preview ? 'never' : 'public'),
  viewOf: ({ entry }) => viewOf(entry),
  parameters: ['admin', 'pathName'],
});
