import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { entryTypes, getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import type { ListSummaries } from '../../../contract/content/list-settings.ts';
import type { Breadcrumb } from '../../parts/breadcrumbs.tsx';
import * as schema from '../../parts/structured-data.ts';
import type { SiteSettings } from '../../settings.ts';
import type { DetailType } from './entry-data.ts';

/** Returns the breadcrumbs of an entry: Home, its list and its category, if it has them, and the entry. */
export function getEntryBreadcrumbs(lists: ListSummaries, entry: EntryDetail<DetailType>): Breadcrumb[] {
  const { listPath, categoryPath } = entryTypes[entry.type];
  const trail: Breadcrumb[] = [{ href: '/', label: 'Home' }];
  if (listPath) trail.push({ href: listPath, label: lists[entry.type].heading });
  if (categoryPath && entry.category)
    trail.push({ href: categoryPath + entry.category.slug, label: entry.category.name });
  return [...trail, { href: getEntryPath(entry.type, entry.slug), label: entry.title }];
}

function describeByType(entry: EntryDetail<DetailType>, settings: SiteSettings, image: string): object {
  switch (entry.type) {
    case 'TRIVIA':
      return schema.describeTrivia(settings, entry);
    case 'PLAN':
      return schema.describePlan(settings, entry);
    case 'APP':
      return schema.describeApp(settings, entry);
    default: {
      const { schemaType } = getEntryType(entry.type);
      return schemaType === 'Article'
        ? schema.describeArticle(settings, entry, image)
        : schema.describeOffer(settings, entry, schemaType);
    }
  }
}

/** Returns the structured data of the page: the entry by its type, its breadcrumbs and its questions. */
export function describeEntry(entry: EntryDetail<DetailType>, settings: SiteSettings, image: string): object[] {
  const objects = [
    describeByType(entry, settings, image),
    schema.describeBreadcrumbs(settings, getEntryBreadcrumbs(settings.lists, entry)),
  ];
  if ('faqs' in entry.fields && entry.fields.faqs.length > 0) objects.push(schema.describeFaqs(entry.fields.faqs));
  return objects;
}
