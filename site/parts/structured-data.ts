import type {
  Article,
  BreadcrumbList,
  FAQPage,
  ItemList,
  Offer,
  Organization,
  Person,
  Product,
  Question,
  Quiz,
  Service,
  SoftwareApplication,
  WebAPI,
  WebPage,
  WebSite,
} from 'schema-dts';
import type { Faq } from '../../contract/entry-fields.ts';
import type { EntryCard, EntryDetail } from '../../contract/entry-shapes.ts';
import { getEntryPath } from '../../contract/entry-types.ts';
import type { TeamMember } from '../../contract/record-shapes.ts';
import type { SiteSettings } from '../settings.ts';
import type { Crumb } from './breadcrumbs.tsx';
import { searchPath } from './navigation.ts';

/** schema-dts lets a bare address stand for many types; ours are always whole objects. */
type Described<T> = Exclude<T, string>;

/** Settings → absolute addresses; a machine that reads these objects has no page to resolve them against. */
function idOf(settings: SiteSettings, name: string): string {
  return `${settings.siteUrl}/#${name}`;
}

function addressOf(settings: SiteSettings, entry: Pick<EntryCard, 'type' | 'slug'>): string {
  return settings.siteUrl + getEntryPath(entry.type, entry.slug);
}

function publisher(settings: SiteSettings) {
  return { '@id': idOf(settings, 'organization') } as const;
}

/** The company; every other object points at it by `@id`. */
export function organization(settings: SiteSettings): Described<Organization> {
  return {
    '@type': 'Organization',
    '@id': idOf(settings, 'organization'),
    name: settings.siteName,
    url: settings.siteUrl,
    logo: `${settings.siteUrl}/apple-touch-icon.png`,
    email: settings.supportEmail,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: settings.supportEmail },
  };
}

/** The site, with the address at which it can be searched. */
export function webSite(settings: SiteSettings): Described<WebSite> {
  const searchAction = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${settings.siteUrl}${searchPath}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  } as const;
  return {
    '@type': 'WebSite',
    '@id': idOf(settings, 'website'),
    name: settings.siteName,
    url: settings.siteUrl,
    inLanguage: 'en-GB',
    publisher: publisher(settings),
    potentialAction: searchAction as WebSite['potentialAction'],
  };
}

/** The way to a page, as `Breadcrumbs` shows it. */
export function breadcrumbList(settings: SiteSettings, trail: readonly Crumb[]): Described<BreadcrumbList> {
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

/** A list's entries in the order shown; `first` is the zero-based place of the first in the whole list. */
export function itemList(settings: SiteSettings, cards: readonly EntryCard[], first = 0): Described<ItemList> {
  return {
    '@type': 'ItemList',
    itemListElement: cards.map((card, index) => ({
      '@type': 'ListItem',
      position: first + index + 1,
      name: card.title,
      url: addressOf(settings, card),
    })),
  };
}

/** A page that is nothing more particular. */
export function webPage(
  settings: SiteSettings,
  page: { path: string; title: string; description: string },
): Described<WebPage> {
  return {
    '@type': 'WebPage',
    url: settings.siteUrl + page.path,
    name: page.title,
    description: page.description,
    inLanguage: 'en-GB',
    isPartOf: { '@id': idOf(settings, 'website') },
  };
}

/** An article or infographic; `image` is the path of its picture. */
export function article(settings: SiteSettings, entry: EntryDetail, image?: string): Described<Article> {
  return {
    '@type': 'Article',
    headline: entry.title,
    description: entry.summary,
    url: addressOf(settings, entry),
    mainEntityOfPage: addressOf(settings, entry),
    datePublished: entry.publishedAt,
    dateModified: entry.updatedAt ?? entry.publishedAt,
    inLanguage: 'en-GB',
    keywords: entry.keywords.join(', '),
    timeRequired: `PT${entry.readingMinutes}M`,
    publisher: publisher(settings),
    ...(image ? { image: settings.siteUrl + image } : {}),
    ...(entry.category ? { articleSection: entry.category.name } : {}),
    ...(entry.author ? { author: { '@type': 'Person', name: entry.author.name, jobTitle: entry.author.role } } : {}),
  };
}

/** Something the company does for others. */
export function service(settings: SiteSettings, entry: EntryDetail<'SERVICE'>): Described<Service> {
  return {
    '@type': 'Service',
    name: entry.title,
    description: entry.summary,
    url: addressOf(settings, entry),
    serviceType: entry.title,
    provider: publisher(settings),
  };
}

function offer(settings: SiteSettings, name: string, price: number, currency: string, months: number): Offer {
  return {
    '@type': 'Offer',
    name,
    price,
    priceCurrency: currency,
    seller: publisher(settings),
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

/** A plan with its two prices; works from a card as well. */
export function product(settings: SiteSettings, plan: EntryCard<'PLAN'> | EntryDetail<'PLAN'>): Described<Product> {
  const { monthly, yearly, currency, audience } = plan.fields;
  const offers: Offer[] = [];
  if (currency && monthly !== undefined) offers.push(offer(settings, 'Monthly', monthly, currency, 1));
  if (currency && yearly !== undefined) offers.push(offer(settings, 'Yearly', yearly, currency, 12));
  return {
    '@type': 'Product',
    name: plan.title,
    description: plan.summary,
    url: addressOf(settings, plan),
    image: `${settings.siteUrl}/social-image.png`,
    brand: publisher(settings),
    offers,
    ...(audience ? { audience: { '@type': 'Audience', audienceType: audience } } : {}),
  };
}

/** An app; a price that is no number is left to its page. */
export function softwareApplication(settings: SiteSettings, app: EntryDetail<'APP'>): Described<SoftwareApplication> {
  const { fields } = app;
  const price = /^free/i.test(fields.price)
    ? 0
    : Number(/\d+(?:\.\d+)?/.exec(fields.price.replaceAll(',', ''))?.[0] ?? Number.NaN);
  return {
    '@type': 'SoftwareApplication',
    name: app.title,
    description: app.summary,
    url: addressOf(settings, app),
    applicationCategory: fields.applicationCategory,
    operatingSystem: fields.platforms.join(', '),
    softwareVersion: fields.version,
    datePublished: fields.released,
    featureList: fields.features.map((feature) => feature.title),
    publisher: publisher(settings),
    ...(Number.isNaN(price) ? {} : { offers: { '@type': 'Offer', price, priceCurrency: 'EUR' } }),
  };
}

/** A microservice, by what it is to a program. */
export function webApi(settings: SiteSettings, entry: EntryDetail<'MICROSERVICE'>): Described<WebAPI> {
  return {
    '@type': 'WebAPI',
    name: entry.title,
    description: entry.summary,
    url: addressOf(settings, entry),
    provider: publisher(settings),
  };
}

/** The questions that stand open on a page. */
export function faqPage(faqs: readonly Faq[]): Described<FAQPage> {
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** A trivia question with its answer and the options that are wrong. */
export function quiz(settings: SiteSettings, trivia: EntryDetail<'TRIVIA'>): Described<Quiz> {
  const { question, options, answer } = trivia.fields;
  const part: Question = {
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
    url: addressOf(settings, trivia),
    datePublished: trivia.publishedAt,
    hasPart: part,
    publisher: publisher(settings),
  };
}

/** Somebody who works here. */
export function person(settings: SiteSettings, member: TeamMember): Described<Person> {
  return {
    '@type': 'Person',
    name: member.name,
    jobTitle: member.role,
    description: member.focus,
    worksFor: publisher(settings),
  };
}
