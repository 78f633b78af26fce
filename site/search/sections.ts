import type { Client } from '../../contract/client.ts';
import { type EntryType, entryTypes, getEntryPath, getEntryType } from '../../contract/entry-types.ts';
import type { SearchHit } from '../../contract/record-shapes.ts';

/** A page of the site that a search text names. */
export interface Section {
  href: string;
  label: string;
  description: string;
}

interface NamedSection extends Section {
  /** What visitors call it, in lower case; single words also in the singular. */
  names: string[];
}

function listOf(type: EntryType, names: string[]): NamedSection {
  const { listPath, plural, description } = getEntryType(type);
  return { href: listPath ?? '/', label: plural, description, names };
}

const sections: NamedSection[] = [
  listOf('SERVICE', ['services', 'what we do', 'our services', 'offer']),
  listOf('PLAN', ['plans', 'pricing', 'prices', 'our plans', 'costs', 'plans and prices', 'plans and pricing']),
  listOf('MICROSERVICE', ['microservices', 'micro services']),
  listOf('BLOG', ['blog', 'blogs', 'articles', 'posts']),
  listOf('TRIVIA', ['trivia', 'quiz', 'questions']),
  listOf('INFOGRAPHIC', ['infographics', 'charts']),
  {
    href: '/about-us',
    label: 'About us',
    description: 'Who we are, where we work and who works here.',
    names: ['about', 'about us', 'company', 'team', 'people', 'who we are'],
  },
  { href: '/why-us', label: 'Why us', description: 'What sets us apart, with figures.', names: ['why us', 'why'] },
  {
    href: '/wse-legacy',
    label: 'Our legacy',
    description: 'What we built before, and what became of it.',
    names: ['legacy', 'our legacy', 'history'],
  },
  {
    href: '/contact-us',
    label: 'Contact us',
    description: 'Write to an engineer, by form, e-mail, telephone or post.',
    names: ['contact', 'contact us', 'email', 'e mail', 'phone', 'telephone', 'address', 'support'],
  },
  {
    href: '/book-a-free-consultation',
    label: 'Book a free consultation',
    description: 'Choose a time to talk to an engineer.',
    names: ['consultation', 'free consultation', 'book', 'booking', 'appointment', 'book a free consultation'],
  },
  {
    href: '/privacy-policy',
    label: 'Privacy policy',
    description: 'What we keep of visitors, why and for how long.',
    names: ['privacy', 'privacy policy', 'cookies', 'data protection'],
  },
  {
    href: '/terms-of-service',
    label: 'Terms of service',
    description: 'The terms under which this site and our services are used.',
    names: ['terms', 'terms of service', 'terms and conditions'],
  },
  {
    href: '/api/docs',
    label: 'API reference',
    description: 'Every call that this site answers.',
    names: ['api', 'api reference', 'api docs', 'openapi'],
  },
];

const careersNames = ['careers', 'jobs', 'vacancies', 'hiring', 'work with us'];
/** Types that have pages but no list: their name leads to the pages themselves. */
const unlisted: Partial<Record<EntryType, string[]>> = { APP: ['apps', 'applications', 'our apps'] };

/** The text as a name: lower case, without punctuation. */
function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether one letter more, less or other, or two that changed places, make one word of the other. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  return (
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB.slice(1) ||
    (restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2))
  );
}

/** Shorter words become other words by one slip. */
const shortestMistyped = 6;

/** Whether a text is one of the names: as it is, in the singular, or mistyped by one letter. */
function isNamed(name: string, names: readonly string[]): boolean {
  return names.some((known) => {
    const single = known.replace(/s$/, '');
    return name === known || name === single || (name.length >= shortestMistyped && isOneSlip(name, known));
  });
}

/** The pages of the site that a search text is a usual name of, which search shows before what it found. */
export async function loadSections(
  client: Client,
  { q, careersUrl }: { q: string; careersUrl: string },
  options: { signal?: AbortSignal } = {},
): Promise<Section[]> {
  const name = nameOf(q);
  const found: Section[] = sections
    .filter(({ names }) => isNamed(name, names))
    .map(({ href, label, description }) => ({ href, label, description }));
  if (isNamed(name, careersNames))
    found.push({ href: careersUrl, label: 'Careers', description: 'Open positions, on our careers site.' });
  for (const [type, names] of Object.entries(unlisted) as [EntryType, string[]][]) {
    if (!isNamed(name, names)) continue;
    const { items } = await client.entries(type, 'list', { size: entryTypes[type].pageSize }, options);
    for (const { slug, title, summary } of items)
      found.push({ href: getEntryPath(type, slug), label: title, description: summary });
  }
  return found;
}

/** What was found without the pages that are shown as sections already. */
export function withoutSections(items: SearchHit[], found: readonly Section[]): SearchHit[] {
  return items.filter(({ type, slug }) => !found.some(({ href }) => href === getEntryPath(type, slug)));
}
