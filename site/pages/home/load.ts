import type { EntryCard, EntryDetail } from '../../../contract/entry-shapes.ts';
import type { Interest, Persona, QuestionOfTheDay } from '../../../contract/record-shapes.ts';
import { loadCode } from '../../load-code.ts';
import type { PageArgs } from '../../page.ts';
import { loadPageEntry } from '../../parts/page-entry.ts';
import { type Choice, findChoice, recommendedCount } from './choice.ts';
import type { SearchResult } from './load-search.ts';
import { loadSubjects, type Subject, subjectsOf } from './subjects.ts';

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

/** Home without a search. */
export interface HomeSections {
  search: null;
  home: EntryDetail<'PAGE'>;
  services: HomeService[];
  plans: HomePlan[];
  latest: { blogs: EntryCard<'BLOG'>[]; trivia: EntryCard<'TRIVIA'>[]; infographics: EntryCard<'INFOGRAPHIC'>[] };
  trivia: QuestionOfTheDay | null;
  recommended: EntryCard[];
  personas: Persona[];
  interests: Interest[];
  /** The chip that orders the recommended list. */
  choice: Choice | null;
  /** What an enquiry may be about. */
  subjects: Subject[];
}

/** The Home screen: with `q` in the address it is the search and what was found, and nothing else. */
export type HomeData = { search: SearchResult } | HomeSections;

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

async function loadSectionsOfHome(args: PageArgs): Promise<HomeSections> {
  const { client, url, signal } = args;
  const options = { signal };
  const people = Promise.all([client.call('personas', {}, options), client.call('interests', {}, options)]);
  const recommendation = people.then(async ([{ items: personas }, { items: interests }]) => {
    const choice = readChoice(url, personas, interests);
    const asked = { interests: choice?.interests.join(','), limit: recommendedCount };
    const { items } = await client.call('recommended', asked, options);
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
    services: services.items.map(serviceOf),
    plans: plans.items.map(planOf),
    latest: { blogs: blogs.items, trivia: trivia.items, infographics: infographics.items },
    trivia: question.item,
    subjects: [...subjectsOf('SERVICE', services.items), ...subjectsOf('PLAN', plans.items), ...others],
    ...recommended,
  };
}

/** What the Home screen shows at an address. */
export async function loadHome(args: PageArgs): Promise<HomeData> {
  // Home without a search is seen far more often, and does without this code.
  const search = args.url.searchParams.has('q')
    ? await (await loadCode(() => import('./load-search.ts'))).loadSearch(args)
    : null;
  return search ? { search } : loadSectionsOfHome(args);
}
