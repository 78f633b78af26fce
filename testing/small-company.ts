import { markContentImported } from '../api/content/import-export/apply-plan.ts';
import type { Context } from '../api/context.ts';
import { cities, states } from '../api/db/tables.ts';
import { type TypeWithPages, typesWithPages } from '../contract/content/entry-types.ts';
import { makeEntry, makeInterest, makeMember, makePersona } from './makers.ts';

/** The entries behind the fixed addresses of the site. */
const pageSlugs = [
  'home',
  'about-us',
  'why-us',
  'wse-legacy',
  'contact-us',
  'book-a-free-consultation',
  'privacy-policy',
  'terms-of-service',
];

/** Returns the slug of an entry of the small company; its pages have the slugs of their addresses. */
export function getSmallCompanySlug(type: Exclude<TypeWithPages, 'PAGE'>, which: 'first' | 'second' = 'first'): string {
  return `${which}-${type.toLowerCase()}`;
}

/**
 * Stores all content that a site needs: its pages, two related entries of each other type, a team member, a persona, an
 * interest and a city. A server started on this database adds no content of its own.
 */
export async function makeSmallCompany(ctx: Context): Promise<void> {
  for (const slug of pageSlugs) await makeEntry(ctx, 'PAGE', { slug });
  for (const type of typesWithPages) {
    if (type === 'PAGE') continue;
    const text = { body: 'All about backup.\n' };
    const { categoryId } = await makeEntry(ctx, type, { slug: getSmallCompanySlug(type), text });
    await makeEntry(ctx, type, { slug: getSmallCompanySlug(type, 'second'), text, categoryId });
  }
  await makeMember(ctx, { slug: 'ada', name: 'Ada' });
  await makePersona(ctx);
  await makeInterest(ctx);
  await ctx.db.insert(states).values({ countryCode: 'GB', code: 'GB-ENG', name: 'England' });
  await ctx.db.insert(cities).values({ countryCode: 'GB', stateCode: 'GB-ENG', name: 'London', folded: 'london' });
  await markContentImported(ctx);
}
