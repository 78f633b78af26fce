import { z } from 'zod';
import { typesWithPages } from './entry-types.ts';
import { faqs, line, schematic, sheet, source, text } from './field-schemas.ts';
import { categorySlug, linkTarget, pictureName, referenceRegistry } from './reference-schemas.ts';
import type { SectionKind } from './sections.ts';

/** Markdown, as in the text of an article. The API renders it; visitors get HTML. */
const markdown = z.string().trim().min(1).max(100_000).register(referenceRegistry, { format: 'markdown' });

const action = z.strictObject({ label: line.max(60), target: linkTarget });
const actions = z.array(action).max(2);

/** A picture of the library. Its alternative text is that of the library. */
const picture = z.strictObject({ name: pictureName, caption: line.optional() });

/** The drawn marks of features. */
export const featureMarks = ['check', 'clock', 'drawing', 'hand', 'letter', 'lock', 'place', 'telephone'] as const;

/** The places of the drawing of a request, from the visitor to the second site. */
export const requestPlaces = ['edge', 'gate', 'services', 'data', 'standby', 'probes', 'size', 'watch'] as const;

const heroArt = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('picture'), name: pictureName }),
  z.strictObject({ kind: z.literal('schematic'), schematic }),
  /** A request that passes stations, each a link. `description` is what screen readers say of the drawing. */
  z.strictObject({
    kind: z.literal('request'),
    description: text.max(500),
    hint: line.max(60).optional(),
    visitor: line.max(30),
    /** A measure along the path in two short lines. */
    measure: z.tuple([line.max(20), line.max(20)]).optional(),
    stations: z
      .array(z.strictObject({ place: z.enum(requestPlaces), caption: line.max(30), target: linkTarget }))
      .min(4)
      .max(requestPlaces.length)
      .refine((all) => new Set(all.map(({ place }) => place)).size === all.length, 'a place is named twice'),
  }),
]);

const entryList = z.strictObject({
  type: z.enum(typesWithPages.filter((type) => type !== 'PAGE')),
  /** Slug of a category of the type; without one, entries of all categories. */
  category: categorySlug.optional(),
  /** Paths of the entries that come first. */
  pinned: z.array(linkTarget).max(6).optional(),
  count: z.int().min(1).max(24),
  /** `lead` shows the first entry as a card, and the others as rows. */
  as: z.enum(['cards', 'lead', 'rows', 'index']),
  /** The text of the link to the whole list; without it there is no link. */
  more: line.max(60).optional(),
});

/** What every section has. `id` stays with the section wherever it moves, and is unique on the page. */
const common = {
  id: z.string().regex(/^[a-z0-9](?:-?[a-z0-9]){0,39}$/, 'must be lower-case letters, digits and single hyphens'),
  title: line.max(120).optional(),
  /** Links lead to the section by `#anchor`. */
  anchor: z
    .string()
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
    .max(60)
    .register(referenceRegistry, { format: 'anchor' })
    .optional(),
  tone: z.enum(['plain', 'sunk', 'dark']).default('plain'),
  shown: z.boolean().default(true),
};

function createKind<K extends SectionKind, S extends z.ZodRawShape>(kind: K, own: S) {
  return z.strictObject({ kind: z.literal(kind), ...common, ...own });
}

/** The schema of each kind of section. A kind without a row in `sections.ts` does not compile. */
export const sectionSchemas = {
  hero: createKind('hero', {
    heading: line.max(120),
    lede: text.max(600).optional(),
    actions: actions.optional(),
    art: heroArt.optional(),
    facts: z
      .array(z.strictObject({ value: line, label: line }))
      .max(8)
      .optional(),
  }),
  text: createKind('text', {
    text: markdown,
    /** Whether a list of contents stands beside the text. */
    contents: z.boolean().default(false),
    actions: actions.optional(),
  }),
  features: createKind('features', {
    features: z
      .array(
        z.strictObject({
          title: line.max(120),
          text: text.max(600),
          link: action.optional(),
          mark: z.enum(featureMarks).optional(),
          picture: pictureName.optional(),
        }),
      )
      .min(1)
      .max(12),
  }),
  figures: createKind('figures', {
    figures: z
      .array(z.strictObject({ value: line, label: line, source: source.optional() }))
      .min(1)
      .max(8),
  }),
  steps: createKind('steps', {
    steps: z
      .array(z.strictObject({ title: line, text }))
      .min(1)
      .max(12),
  }),
  timeline: createKind('timeline', {
    events: z
      .array(z.strictObject({ year: z.int(), title: line, text }))
      .min(1)
      .max(40),
  }),
  claims: createKind('claims', {
    claims: z
      .array(z.strictObject({ claim: line, figure: line, text }))
      .min(1)
      .max(12),
  }),
  quotes: createKind('quotes', {
    quotes: z
      .array(
        z.strictObject({
          text,
          name: line.max(120),
          role: line.max(120).optional(),
          company: line.max(120).optional(),
          portrait: pictureName.optional(),
        }),
      )
      .min(1)
      .max(6),
  }),
  logos: createKind('logos', {
    logos: z
      .array(z.strictObject({ name: line.max(120), picture: pictureName, target: linkTarget.optional() }))
      .min(1)
      .max(24),
  }),
  entries: createKind('entries', { lists: z.array(entryList).min(1).max(3) }),
  plans: createKind('plans', { as: z.enum(['highlights', 'comparison']), more: line.max(60).optional() }),
  people: createKind('people', {}),
  quiz: createKind('quiz', {}),
  picks: createKind('picks', {}),
  search: createKind('search', {}),
  questions: createKind('questions', { questions: z.array(faqs.element).min(1).max(24) }),
  chart: createKind('chart', { sheet }),
  picture: createKind('picture', { picture }),
  gallery: createKind('gallery', { pictures: z.array(picture).min(1).max(24) }),
  video: createKind('video', {
    /** Address of the video's page on another site, or of a video file. Nothing is loaded from it before a click. */
    address: z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }),
    poster: pictureName.optional(),
    caption: line.optional(),
  }),
  form: createKind('form', {
    form: z.enum(['contact', 'enquiry', 'consultation', 'receipt']),
    /** The parts of a consultation's time, as its scale shows them. */
    schedule: z
      .array(z.strictObject({ value: line, label: line }))
      .max(8)
      .optional(),
  }),
  action: createKind('action', { text: text.max(300).optional(), actions: actions.min(1) }),
  storage: createKind('storage', {}),
} as const satisfies Record<SectionKind, z.ZodType>;

const schemas = Object.values(sectionSchemas) as [
  (typeof sectionSchemas)[SectionKind],
  ...(typeof sectionSchemas)[SectionKind][],
];

function omitMarkdown({ shape }: (typeof schemas)[number]) {
  const isKept = (part: z.core.$ZodType) => referenceRegistry.get(part)?.format !== 'markdown';
  return z.strictObject(Object.fromEntries(Object.entries(shape).filter(([, part]) => isKept(part))));
}

/** The sections of a page in answers: without Markdown, which answers have as HTML (`toPublicFields`). */
export const answeredSections = z.array(
  z.discriminatedUnion('kind', schemas.map(omitMarkdown) as unknown as typeof schemas),
);
/** The kinds of which a page has one, because their elements have names of their own, or because it is its form. */
const singleKinds: readonly SectionKind[] = ['form', 'people', 'picks', 'quiz', 'search', 'storage'];

/** The sections of a page, in order. */
export const sections = z
  .array(z.discriminatedUnion('kind', schemas))
  .max(40)
  .superRefine((all, ctx) => {
    for (const name of ['id', 'anchor'] as const)
      for (const [index, section] of all.entries())
        if (section[name] !== undefined && all.findIndex((each) => each[name] === section[name]) !== index)
          ctx.addIssue({ code: 'custom', path: [index, name], message: `another section has the same ${name}` });
    for (const [index, { kind }] of all.entries())
      if (singleKinds.includes(kind) && all.findIndex((each) => each.kind === kind) !== index)
        ctx.addIssue({
          code: 'custom',
          path: [index, 'kind'],
          message: `the page has another section of kind ${kind}`,
        });
  });

export type Section = z.output<typeof sections>[number];
export type SectionOf<K extends SectionKind> = Extract<Section, { kind: K }>;
