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
  form?: 'contact' | 'enquiry' | 'consultation' | 'receipt';
}

/** The sections without which the page of a slug cannot be published (specification, section 2). */
export const requiredSections: Readonly<Record<string, readonly RequiredSection[]>> = {
  home: [{ kind: 'search' }],
  'about-us': [{ kind: 'people' }],
  'contact-us': [{ kind: 'form', form: 'contact' }],
  'book-a-free-consultation': [{ kind: 'form', form: 'consultation' }],
  'thank-you': [{ kind: 'form', form: 'receipt' }],
  'book-a-free-consultation-thank-you': [{ kind: 'form', form: 'receipt' }],
  'privacy-policy': [{ kind: 'storage' }],
};

interface AnySection {
  kind: string;
  form?: string;
  shown?: boolean;
}

/** Returns the sections that the page of a slug needs and does not show. */
export function findMissingSections(slug: string, sections: readonly AnySection[]): RequiredSection[] {
  return (requiredSections[slug] ?? []).filter(
    ({ kind, form }) =>
      !sections.some((each) => each.kind === kind && each.shown !== false && (!form || each.form === form)),
  );
}
