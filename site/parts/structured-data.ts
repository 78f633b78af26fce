import type * as Schema from 'schema-dts';
import type { Faq } from '../../contract/content/entry-fields.ts';
import type { EntryCard, EntryDetail } from '../../contract/content/entry-shapes.ts';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import { mailPurposes } from '../../contract/content/mail-purposes.ts';
import type { TeamMember } from '../../contract/content/record-shapes.ts';
import type { SiteSettings } from '../settings.ts';
import type { Breadcrumb } from './breadcrumbs.tsx';
import { searchPath } from './navigation.ts';
import { getCurrency } from './price.ts';

/** A type of schema-dts without its shorthand, a URL instead of the object. */
type Described<T> = Exclude<T, string>;

/** Returns the absolute `@id` of an object, since readers of structured data have no base URL. */
function getObjectId(settings: SiteSettings, name: string): string {
  return `${settings.siteUrl}/#${name}`;
}

function getEntryAddress(settings: SiteSettings, entry: Pick<EntryCard, 'type' | 'slug'>): string {
  return settings.siteUrl + getEntryPath(entry.type, entry.slug);
}

function referToOrganization(settings: SiteSettings) {
  return { '@id': getObjectId(settings, 'organization') } as const;
}

/** Describes the company; other objects refer to it by `@id`. */
export function describeOrganization(settings: SiteSettings): Described<Schema.Organization> {
  const { legalName, registerNumber, founded, telephone, profiles, addresses, emails, logo } = settings.company;
  const contacts = mailPurposes.flatMap((contactType): Schema.ContactPoint[] => {
    const email = emails?.[contactType];
    return email ? [{ '@type': 'ContactPoint', contactType, email }] : [];
  });
  return {
    '@type': 'Organization',
    '@id': getObjectId(settings, 'organization'),
    name: settings.company.name,
    url: settings.siteUrl,
    logo: `${settings.siteUrl}${logo?.path ?? '/apple-touch-icon.png'}`,
    ...(legalName ? { legalName } : {}),
    ...(founded ? { foundingDate: String(founded) } : {}),
    ...(telephone ? { telephone } : {}),
    ...(profiles ? { sameAs: profiles } : {}),
    ...(registerNumber ? { identifier: registerNumber } : {}),
    ...(addresses
      ? {
          address: addresses.map(({ label, street, locality, region, postalCode, country }) => ({
            '@type': 'PostalAddress' as const,
            ...(label ? { name: label } : {}),
            streetAddress: street,
            addressLocality: locality,
            ...(region ? { addressRegion: region } : {}),
            ...(postalCode ? { postalCode } : {}),
            addressCountry: country,
          })),
        }
      : {}),
    email: emails?.enquiries ?? settings.supportEmail,
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'customer support', email: settings.supportEmail },
      ...contacts.filter(({ email }) => email !== settings.supportEmail),
    ],
  };
}

export function describeWebSite(settings: SiteSettings): Described<Schema.WebSite> {
  const searchAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${settings.siteUrl}${searchPath}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  } as const;
  return {
    '@type': 'WebSite',
    '@id': getObjectId(settings, 'website'),
    name: settings.company.name,
    url: settings.siteUrl,
    inLanguage: 'en-GB',
    publisher: referToOrganization(settings),
    potentialAction: searchAction as Schema.WebSite['potentialAction'],
  };
}

export function describeBreadcrumbs(
  settings: SiteSettings,
  trail: readonly Breadcrumb[],
): Described<Schema.BreadcrumbList> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ href, label }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: settings.siteUrl + href,
    })),
  };
}

/** Describes one page of a list; `first` is the zero-based position of its first entry in the whole list. */
export function describeList(
  settings: SiteSettings,
  cards: readonly EntryCard[],
  first: number,
): Described<Schema.ItemList> {
  return {
    '@type': 'ItemList',
    itemListElement: cards.map((card, index) => ({
      '@type': 'ListItem',
      position: first + index + 1,
      name: card.title,
      url: getEntryAddress(settings, card),
    })),
  };
}

/** Describes a page that has no more specific type. */
export function describeWebPage(
  settings: SiteSettings,
  page: { path: string; title: string; description: string },
): Described<Schema.WebPage> {
  return {
    '@type': 'WebPage',
    url: settings.siteUrl + page.path,
    name: page.title,
    description: page.description,
    inLanguage: 'en-GB',
    isPartOf: { '@id': getObjectId(settings, 'website') },
  };
}

/** Describes a blog article or an infographic; `image` is the path of its picture. */
export function describeArticle(settings: SiteSettings, entry: EntryDetail, image: string): Described<Schema.Article> {
  return {
    '@type': 'Article',
    headline: entry.title,
    description: entry.summary,
    url: getEntryAddress(settings, entry),
    mainEntityOfPage: getEntryAddress(settings, entry),
    datePublished: entry.publishedAt,
    dateModified: entry.updatedAt ?? entry.publishedAt,
    inLanguage: 'en-GB',
    keywords: entry.keywords.join(', '),
    timeRequired: `PT${entry.readingMinutes}M`,
    publisher: referToOrganization(settings),
    image: settings.siteUrl + image,
    ...(entry.category ? { articleSection: entry.category.name } : {}),
    ...(entry.author ? { author: { '@type': 'Person', name: entry.author.name, jobTitle: entry.author.role } } : {}),
  };
}

/** Describes a service or another type of what the company offers, by its schema.org type. */
export function describeOffer(settings: SiteSettings, entry: EntryDetail, schemaType: string) {
  return {
    '@type': schemaType,
    name: entry.title,
    description: entry.summary,
    url: getEntryAddress(settings, entry),
    ...(schemaType === 'Service' ? { serviceType: entry.title } : {}),
    provider: referToOrganization(settings),
  };
}

function describePrice(
  settings: SiteSettings,
  name: string,
  price: number,
  currency: string,
  months: number,
): Schema.Offer {
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: currency,
    seller: referToOrganization(settings),
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: currency,
      billingDuration: months,
      unitCode: 'MON',
      valueAddedTaxIncluded: false,
    },
  };
}

/** Describes a plan with its monthly and its yearly price. */
export function describePlan(
  settings: SiteSettings,
  plan: EntryCard<'PLAN'> | EntryDetail<'PLAN'>,
): Described<Schema.Product> {
  const { monthly, yearly, audience } = plan.fields;
  const currency = getCurrency(settings, plan.fields.currency);
  const offers: Schema.Offer[] = [];
  if (monthly !== undefined) offers.push(describePrice(settings, 'Monthly', monthly, currency, 1));
  if (yearly !== undefined) offers.push(describePrice(settings, 'Yearly', yearly, currency, 12));
  return {
    '@type': 'Product',
    name: plan.title,
    description: plan.summary,
    url: getEntryAddress(settings, plan),
    image: `${settings.siteUrl}/social-image.png`,
    brand: referToOrganization(settings),
    offers,
    ...(audience ? { audience: { '@type': 'Audience', audienceType: audience } } : {}),
  };
}

/**
 * Describes an app; its offer is left out if the price contains no number. The price is a text, in the
 * currency of the company.
 */
export function describeApp(settings: SiteSettings, app: EntryDetail<'APP'>): Described<Schema.SoftwareApplication> {
  const { fields } = app;
  const currency = getCurrency(settings, fields.currency);
  const price = /^free/i.test(fields.price)
    ? 0
    : Number(/\d+(?:\.\d+)?/.exec(fields.price.replaceAll(',', ''))?.[0] ?? Number.NaN);
  return {
    '@type': 'SoftwareApplication',
    name: app.title,
    description: app.summary,
    url: getEntryAddress(settings, app),
    applicationCategory: fields.applicationCategory,
    operatingSystem: fields.platforms.join(', '),
    softwareVersion: fields.version,
    datePublished: fields.released,
    featureList: fields.features.map((feature) => feature.title),
    publisher: referToOrganization(settings),
    ...(Number.isNaN(price) ? {} : { offers: { '@type': 'Offer', price, priceCurrency: currency } }),
  };
}

/** Describes the questions and answers of a page. */
export function describeFaqs(faqs: readonly Faq[]): Described<Schema.FAQPage> {
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** Describes a trivia question with its right answer and its wrong ones. */
export function describeTrivia(settings: SiteSettings, trivia: EntryDetail<'TRIVIA'>): Described<Schema.Quiz> {
  const { question, options, answer } = trivia.fields;
  const part: Schema.Question = {
    '@type': 'Question',
    eduQuestionType: 'Multiple choice',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: options[answer] ?? '', position: answer },
    suggestedAnswer: options
      .map((text, position) => ({ '@type': 'Answer' as const, text, position }))
      .filter(({ position }) => position !== answer),
  };
  return {
    '@type': 'Quiz',
    name: trivia.title,
    about: trivia.category?.name ?? trivia.title,
    url: getEntryAddress(settings, trivia),
    datePublished: trivia.publishedAt,
    hasPart: part,
    publisher: referToOrganization(settings),
  };
}

export function describeTeamMember(settings: SiteSettings, member: TeamMember): Described<Schema.Person> {
  return {
    '@type': 'Person',
    name: member.name,
    jobTitle: member.role,
    description: member.focus,
    worksFor: referToOrganization(settings),
  };
}
