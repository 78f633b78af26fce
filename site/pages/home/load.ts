import type { EntryCard, EntryDetail } from '../../../contract/entry-shapes.ts';
import { type SelectableType, selectableTypes } from '../../../contract/entry-types.ts';
import type { Category, Interest, Persona, QuestionOfTheDay, SearchHit } from '../../../contract/record-shapes.ts';
import { failure } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { loadPageEntry } from '../../parts/page-entry.ts';
import { pageCount, pageOfAddress } from '../../parts/page-numbers.ts';
import { cleanSearchText } from '../../parts/search-text.ts';
import { type Choice, findChoice, recommendedCount } from './choice.ts';
import { loadSubjects, type Subject, subjectsOf } from './subjects.ts';

export interface SearchResult {
  q: string;
  /** What was searched instead, where a word was not known. */
  corrected: string | null;
  type: SelectableType | null;
  items: SearchHit[];
  page: number;
  size: number;
  total: number;
}

/** Of a service what Home shows; the rest would make its page longer. */
export interface HomeService {
  slug: string;
  title: string;
  tagline: string;
}

/** Of a plan what Home shows: for whom, from how much, and the three things that set it apart. */
export interface HomePlan {
  slug: string;
  title: string;
  featured: boolean | undefined;
  monthly: number | undefined;
  currency: string | undefined;
  audience: string | undefined;
  highlights: string[];
}

export interface HomeData {
  home: EntryDetail<'PAGE'>;
  search: SearchResult | null;
  services: HomeService[];
  plans: HomePlan[];
  latest: { articles: EntryCard<'BLOG'>[]; trivia: EntryCard<'TRIVIA'>[]; infographics: EntryCard<'INFOGRAPHIC'>[] };
  trivia: QuestionOfTheDay | null;
  recommended: EntryCard[];
  personas: Persona[];
  interests: Interest[];
  /** The chip that orders the recommended list. */
  choice: Choice | null;
  /** Beside what was found; empty without a search. */
  categories: Category[];
  /** What an enquiry may be about. */
  subjects: Subject[];
}

const resultsOnPage = 10;

async function loadSearch({ client, url, signal }: PageArgs): Promise<SearchResult | null> {
  const q = cleanSearchText(url.searchParams.get('q') ?? '');
  if (!q) return null;
  const asked = url.searchParams.get('type');
  const type = selectableTypes.find((name) => name === asked) ?? null;
  const page = pageOfAddress(url.searchParams);
  if (page === null) throw failure(404);
  const found = await client.call('search', { q, type: type ?? undefined, page, size: resultsOnPage }, { signal });
  if (page >= pageCount(found.total, found.size)) throw failure(404);
  return { ...found, q, type };
}

/** The persona or interest an address names; an unknown one is no reason to refuse the page. */
function readChoice({ searchParams }: URL, personas: Persona[], interests: Interest[]): Choice | null {
  return (
    findChoice({ kind: 'persona', slug: searchParams.get('persona') }, personas, interests) ??
    findChoice({ kind: 'interest', slug: searchParams.get('interest') }, personas, interests)
  );
}

function serviceOf({ slug, title, summary, fields }: EntryCard<'SERVICE'>): HomeService {
  return { slug, title, tagline: fields.tagline ?? summary };
}

function planOf({ slug, title, fields }: EntryCard<'PLAN'>): HomePlan {
  const { featured, monthly, currency, audience, highlights = [] } = fields;
  return { slug, title, featured, monthly, currency, audience, highlights: highlights.slice(0, 3) };
}

/** All that Home shows; with `q` in the address also what was found. */
export async function loadHome(args: PageArgs): Promise<HomeData> {
  const { client, url, signal } = args;
  const options = { signal };
  const people = Promise.all([client.call('personas', {}, options), client.call('interests', {}, options)]);
  const recommendation = people.then(async ([{ items: personas }, { items: interests }]) => {
    const choice = readChoice(url, personas, interests);
    const asked = { interests: choice?.interests.join(','), limit: recommendedCount };
    const { items } = await client.call('recommended', asked, options);
    return { personas, interests, choice, recommended: items as EntryCard[] };
  });
  const [home, search, services, plans, articles, trivia, question, infographics, categories, others, recommended] =
    await Promise.all([
      loadPageEntry(args, 'home'),
      loadSearch(args),
      client.entries('SERVICE', 'list', { size: 24 }, options),
      client.entries('PLAN', 'list', { size: 12 }, options),
      client.entries('BLOG', 'recent', { n: 4 }, options),
      client.entries('TRIVIA', 'recent', { n: 4 }, options),
      client.call('triviaOfTheDay', {}, options),
      client.entries('INFOGRAPHIC', 'recent', { n: 2 }, options),
      url.searchParams.has('q') ? client.call('categories', {}, options) : { items: [] },
      loadSubjects(args),
      recommendation,
    ]);
  return {
    home,
    search,
    services: services.items.map(serviceOf),
    plans: plans.items.map(planOf),
    latest: { articles: articles.items, trivia: trivia.items, infographics: infographics.items },
    trivia: question.item,
    categories: categories.items,
    subjects: [...subjectsOf('SERVICE', services.items), ...subjectsOf('PLAN', plans.items), ...others],
    ...recommended,
  };
}
