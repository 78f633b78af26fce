import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import { entryTypes, getEntryPath } from '../../../contract/entry-types.ts';
import type { Crumb } from '../../parts/breadcrumbs.tsx';
import * as schema from '../../parts/structured-data.ts';
import type { SiteSettings } from '../../settings.ts';
import type { DetailType } from './entry-data.ts';

/** The way to an entry: its list and category, where it has them. */
export function trailOf(entry: EntryDetail<DetailType>): Crumb[] {
  const { listPath, categoryPath, plural } = entryTypes[entry.type];
  const trail: Crumb[] = [{ href: '/', label: 'Home' }];
  if (listPath) trail.push({ href: listPath, label: plural });
  if (categoryPath && entry.category)
    trail.push({ href: categoryPath + entry.category.slug, label: entry.category.name });
  return [...trail, { href: getEntryPath(entry.type, entry.slug), label: entry.title }];
}

function ownObject(entry: EntryDetail<DetailType>, settings: SiteSettings, image: string): object {
  switch (entry.type) {
    case 'BLOG':
    case 'INFOGRAPHIC':
      return schema.article(settings, entry, image);
    case 'TRIVIA':
      return schema.quiz(settings, entry);
    case 'SERVICE':
      return schema.service(settings, entry);
    case 'PLAN':
      return schema.product(settings, entry);
    case 'MICROSERVICE':
      return schema.webApi(settings, entry);
    case 'APP':
      return schema.softwareApplication(settings, entry);
  }
}

/** What the page tells machines: the entry as its kind of thing, the way to it, its questions. */
export function describeEntry(entry: EntryDetail<DetailType>, settings: SiteSettings, image: string): object[] {
  const objects = [ownObject(entry, settings, image), schema.breadcrumbList(settings, trailOf(entry))];
  if ('faqs' in entry.fields && entry.fields.faqs.length > 0) objects.push(schema.faqPage(entry.fields.faqs));
  return objects;
}
