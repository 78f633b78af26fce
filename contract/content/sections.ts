/** What editors read about each kind of section. The schemas are in `section-schemas.ts`. */
export const sectionRows = {
  hero: { label: 'Opening', summary: 'A large heading with a sentence, two actions, and a drawing or a picture.' },
  text: { label: 'Text', summary: 'Paragraphs, lists, tables and pictures, as in an article.' },
  features: { label: 'Features', summary: 'Up to twelve short texts with a mark or a picture, each with a link.' },
  figures: { label: 'Figures', summary: 'Numbers with what they count, and their source.' },
  steps: { label: 'Steps', summary: 'What happens, in order.' },
  timeline: { label: 'Timeline', summary: 'Years on an axis, each with what happened.' },
  claims: { label: 'Claims', summary: 'A claim, its figure, and how it was measured.' },
  quotes: { label: 'Quotes', summary: 'Words of people, with name, role and company.' },
  logos: { label: 'Logos', summary: 'Pictures with names, all of one height.' },
  entries: { label: 'Entries', summary: 'The newest or chosen entries of up to three types.' },
  plans: { label: 'Plans', summary: 'The plans in a row, or compared in a table.' },
  people: { label: 'People', summary: 'The team, with a filter by position.' },
  quiz: { label: 'Question of the day', summary: 'A trivia to guess.' },
  picks: { label: 'Picked for the visitor', summary: 'Entries by the reader’s role or interest.' },
  search: { label: 'Search', summary: 'The search field of the site.' },
  questions: { label: 'Questions', summary: 'Questions whose answers open.' },
  chart: { label: 'Chart', summary: 'Figures drawn as a chart, with their table and source.' },
  picture: { label: 'Picture', summary: 'One picture with a caption.' },
  gallery: { label: 'Gallery', summary: 'Several pictures with captions.' },
  video: { label: 'Video', summary: 'A video that loads nothing before a click.' },
  form: { label: 'Form', summary: 'Contact, enquiry or consultation, or the receipt of one.' },
  action: { label: 'Call to action', summary: 'A heading, a sentence and up to two actions.' },
  storage: {
    label: 'Stored on this device',
    summary: 'What the site keeps in the visitor’s browser, and its removal.',
  },
} as const satisfies Record<string, { label: string; summary: string }>;

export type SectionKind = keyof typeof sectionRows;

export const sectionKinds = Object.keys(sectionRows) as SectionKind[];

/** A section that the specification puts at an address: its kind, and for a form which one. */
export interface RequiredSection {
  kind: SectionKind;
  /** What editors read about the section, after the address that needs it. */
  words: string;
  form?: 'contact' | 'enquiry' | 'consultation' | 'receipt';
}

/** The sections without which the page of a slug cannot be published (specification, section 2). */
export const requiredSections: Readonly<Record<string, readonly RequiredSection[]>> = {
  home: [{ kind: 'search', words: 'the search field' }],
  'about-us': [{ kind: 'people', words: 'the people of the team' }],
  'contact-us': [{ kind: 'form', form: 'contact', words: 'the contact form' }],
  'book-a-free-consultation': [{ kind: 'form', form: 'consultation', words: 'the form for consultations' }],
  'thank-you': [{ kind: 'form', form: 'receipt', words: 'the receipt of the form' }],
  'book-a-free-consultation-thank-you': [{ kind: 'form', form: 'receipt', words: 'the receipt of the form' }],
  'privacy-policy': [{ kind: 'storage', words: 'the list of what is stored on the device' }],
};

interface AnySection {
  kind: string;
  form?: string | undefined;
  shown?: boolean | undefined;
}

/** Returns the sections that the page of a slug needs and does not show. */
export function findMissingSections(slug: string, sections: readonly AnySection[]): RequiredSection[] {
  return (requiredSections[slug] ?? []).filter(
    ({ kind, form }) =>
      !sections.some((each) => each.kind === kind && each.shown !== false && (!form || each.form === form)),
  );
}

/** The anchors to which the site itself links, of the first section of a kind or form that has no anchor of its own. */
const usualAnchors: Readonly<Record<string, string>> = {
  search: 'search',
  people: 'team',
  quiz: 'trivia',
  picks: 'recommended',
  contact: 'write',
  enquiry: 'send-enquiry',
  storage: 'stored',
};

/** Returns the anchor of each section, in order; undefined for a section without one. */
export function listSectionAnchors(sections: readonly (AnySection & { anchor?: string | undefined })[]) {
  const taken = new Set(sections.map(({ anchor }) => anchor));
  return sections.map(({ kind, form, anchor }) => {
    const usual = usualAnchors[form ?? kind];
    const found = anchor ?? (taken.has(usual) ? undefined : usual);
    taken.add(found);
    return found;
  });
}

type StoredSection = Record<string, unknown> & AnySection;

const common = { tone: 'plain', shown: true } as const;

/** What Home showed besides its text, before it was a list of sections. */
const formerHome: readonly StoredSection[] = [
  {
    ...common,
    id: 'services',
    kind: 'entries',
    title: 'Services',
    lists: [{ type: 'SERVICE', count: 24, as: 'index' }],
  },
  { ...common, id: 'search', kind: 'search', title: 'Search', anchor: 'search' },
  { ...common, id: 'plans', kind: 'plans', title: 'Plans', as: 'highlights' },
  {
    ...common,
    id: 'latest',
    kind: 'entries',
    title: 'Latest',
    lists: [
      { type: 'BLOG', count: 4, as: 'cards' },
      { type: 'TRIVIA', count: 4, as: 'rows' },
      { type: 'INFOGRAPHIC', count: 2, as: 'cards' },
    ],
  },
  { ...common, id: 'quiz', kind: 'quiz', title: 'Trivia', anchor: 'trivia' },
  { ...common, id: 'picks', kind: 'picks', title: 'For you', anchor: 'recommended' },
];

/** The kinds that stood below the text of their page; the others stood above it. */
const kindsBelowText: readonly string[] = ['people', 'storage'] satisfies SectionKind[];

/**
 * Returns the sections of a page with those that the specification puts at its address, so that a page which was
 * written before pages had sections is whole.
 */
export function withRequiredSections(slug: string, sections: readonly StoredSection[]): StoredSection[] {
  const missing = findMissingSections(slug, sections);
  if (missing.length === 0) return [...sections];
  if (slug === 'home') return [...formerHome, ...sections];
  const added = missing.map(
    ({ kind, form }): StoredSection => ({ ...common, id: form ?? kind, kind, ...(form && { form }) }),
  );
  const isBelow = ({ kind }: StoredSection) => kindsBelowText.includes(kind);
  return [...added.filter((section) => !isBelow(section)), ...sections, ...added.filter(isBelow)];
}
