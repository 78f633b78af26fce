import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import type { PageDefinition, PageHead } from '../../page.ts';
import type { SiteSettings } from '../../settings.ts';
import type { EntryDetailData } from './entry-data.ts';
import { loadEntry } from './load.ts';
import { describeEntry } from './structured-data.ts';
import { describeView, EntryDetailView } from './view.tsx';

function createHead({ entry, meta }: EntryDetailData, settings: SiteSettings): PageHead {
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

export const page: PageDefinition<EntryDetailData> = {
  loader: loadEntry,
  // Only for forms sent without JavaScript. In the browser, enquiry-form.tsx calls the API itself.
  action: import.meta.env.SSR
    ? async (args) => (await import('../../forms/handle-enquiry-post.ts')).handleEnquiryPost(args)
    : undefined,
  View: EntryDetailView,
  head: createHead,
  cache: ({ entry }) => (entry.preview ? 'never' : 'public'),
  describeView: ({ entry }) => describeView(entry),
  parameters: ['admin', 'pathName'],
};
