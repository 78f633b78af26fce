import type { EntryCard, EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { Interest, Persona, QuestionOfTheDay } from '../../../contract/content/record-shapes.ts';
import { loadCode } from '../../hydration/load-code.ts';
import type { PageArgs } from '../../page.ts';
import { loadPageEntry } from '../../parts/page-entry.ts';
import { findChoice, maxRecommended, type VisitorChoice } from './choice.ts';
import { type EnquirySubject, loadSubjects, toEnquirySubjects } from './enquiry-subjects.ts';
import type { SearchResultPage } from './load-search.ts';

/** The fields of a service that Home shows. Other fields would only make the page larger. */
export interface HomeService {
  slug: string;
  title: string;
  tagline: string;
}

/** The fields of a plan that Home shows, with its first three highlights. */
export interface HomePlan {
  slug: string;
  title: string;
  featured: boolean | undefined;
  monthly: number | undefined;
  currency: string | undefined;
  audience: string | undefined;
  highlights: string[];
}

/** The data of Home without a search. */
export interface HomeContent {
  search: null;
  home: EntryDetail<'PAGE'>;
  services: HomeService[];
  plans: HomePlan[];
  latest: { blogs: EntryCard<'BLOG'>[]; trivia: EntryCard<'TRIVIA'>[]; infographics: EntryCard<'INFOGRAPHIC'>[] };
  trivia: QuestionOfTheDay | null;
  recommended: EntryCard[];
  personas: Persona[];
  interests: Interest[];
  /** The choice in the address, which orders the recommended entries. */
  choice: VisitorChoice | null;
  /** The subjects that the enquiry form offers. */
  subjects: EnquirySubject[];
}

/** The data of Home: only search results if the address has a search text `q`, else the content. */
export type HomeData = { search: SearchResultPage } | HomeContent;

/** Finds the persona or interest that the address names; null if it names none or an unknown one. */
function findChoiceInAddress({ searchParams }: URL, personas: Persona[], interests: Interest[]): VisitorChoice | null {
  return (
    findChoice({ kind: 'persona', slug: searchParams.get('persona') }, personas, interests) ??
    findChoice({ kind: 'interest', slug: searchParams.get('interest') }, personas, interests)
  );
}

function toHomeService({ slug, title, summary, fields }: EntryCard<'SERVICE'>): HomeService {
  return { slug, title, tagline: fields.tagline ?? summary };
}

function toHomePlan({ slug, title, fields }: EntryCard<'PLAN'>): HomePlan {
  const { featured, monthly, currency, audience, highlights = [] } = fields;
  return { slug, title, featured, monthly, currency, audience, highlights: highlights.slice(0, 3) };
}

async function loadHomeContent(args: PageArgs): Promise<HomeContent> {
  const { client, url, signal } = args;
  const options = { signal };
  const people = Promise.all([client.call('personas', {}, options), client.call('interests', {}, options)]);
  const recommendation = people.then(async ([{ items: personas }, { items: interests }]) => {
    const choice = findChoiceInAddress(url, personas, interests);
    const input = { interests: choice?.interests.join(','), limit: maxRecommended };
    const { items } = await client.call('recommended', input, options);
    return { personas, interests, choice, recommended: items as EntryCard[] };
  });
  const [home, services, plans, blogs, trivia, question, infographics, others, recommended] = await Promise.all([
    loadPageEntry(args, 'home'),
    client.entries('SERVICE', 'list', { size: 24 }, options),
    client.entries('PLAN', 'list', { size: 12 }, options),
    client.entries('BLOG', 'recent', { n: 4 }, options),
    client.entries('TRIVIA', 'recentData', { limit: 4 }, options),
    client.call('triviaOfTheDay', {}, options),
    client.entries('INFOGRAPHIC', 'recent', { n: 2 }, options),
    loadSubjects(args),
    recommendation,
  ]);
  return {
    search: null,
    home,
    services: services.items.map(toHomeService),
    plans: plans.items.map(toHomePlan),
    latest: { blogs: blogs.items, trivia: trivia.items, infographics: infographics.items },
    trivia: question.item,
    subjects: [...toEnquirySubjects('SERVICE', services.items), ...toEnquirySubjects('PLAN', plans.items), ...others],
    ...recommended,
  };
}

/** Loads the data of Home. */
export async function loadHome(args: PageArgs): Promise<HomeData> {
  // Most visits to Home have no search, so its code is loaded separately.
  const search = args.url.searchParams.has('q')
    ? await (await loadCode(() => import('./load-search.ts'))).loadSearch(args)
    : null;
  return search ? { search } : loadHomeContent(args);
}
