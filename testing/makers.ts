import { eq, sql } from 'drizzle-orm';
import { createIndexedText } from '../api/content/entries/index-text.ts';
import { renderContentDirectly } from '../api/content/entries/render-content.ts';
import type { RevisionText } from '../api/content/entries/store-revision.ts';
import { rendererVersion } from '../api/content/markdown/renderer-version.ts';
import type { Context } from '../api/context.ts';
import { categories, entries, interests, personas, positions, revisions, teamMembers } from '../api/db/tables.ts';
import type { EntryFields } from '../contract/content/entry-fields.ts';
import {
  getEntryType,
  type SelectableType,
  type TypeWithPages,
  typesWithPages,
} from '../contract/content/entry-types.ts';
import { contentSchemaVersion } from '../contract/studio/content-versions.ts';
import { type EntryInput, putEntry } from './put-entry.ts';
import { createSampleFields } from './sample-fields.ts';

let made = 0;
/** Returns a number that no other maker of this process has used. */
function getNextNumber(): number {
  made += 1;
  return made;
}

const schematic: EntryFields['SERVICE']['schematic'] = {
  nodes: [
    { id: 'a', label: 'Edge', column: 0 },
    { id: 'b', label: 'Core', column: 1 },
  ],
  links: [['a', 'b', '100G']],
};

const namedFields = {
  BLOG: {},
  TRIVIA: { question: 'Which?', options: ['This', 'That'], answer: 0 },
  INFOGRAPHIC: {
    sheets: [
      {
        title: 'Sheet',
        kind: 'bar',
        unit: 'ms',
        scale: 'linear',
        columns: ['What', 'How long'],
        rows: [
          ['a', 1],
          ['b', 2],
        ],
        source: { title: 'Counted' },
      },
    ],
  },
  SERVICE: {
    tagline: 'Tagline',
    deliverables: ['One'],
    steps: [],
    figures: [],
    microservices: [],
    plans: [],
    faqs: [],
    schematic,
  },
  SETTING: { setting: 'company', name: 'WSE', claim: 'A claim', legalDetails: 'WSE Ltd, no. 1' },
  PLAN: {
    tagline: 'Tagline',
    monthly: 100,
    yearly: 1000,
    currency: 'EUR',
    audience: 'All',
    highlights: ['One'],
    limits: [],
    featured: false,
    faqs: [],
  },
  MICROSERVICE: {
    tagline: 'Tagline',
    protocols: ['REST'],
    endpoints: [],
    limits: [],
    dependsOn: [],
    version: '1.0',
    schematic,
  },
  APP: {
    tagline: 'Tagline',
    platforms: ['Linux'],
    version: '1.0',
    released: '2026-01-01',
    licence: 'MIT',
    price: 'Free',
    applicationCategory: 'DeveloperApplication',
    features: [{ title: 'One', text: 'Text' }],
    faqs: [],
  },
  PAGE: {},
} satisfies Partial<EntryFields>;

/** Own fields that satisfy each type's schema. */
export const sampleFields: EntryFields = {
  ...(Object.fromEntries(typesWithPages.map((type) => [type, createSampleFields(type)])) as unknown as EntryFields),
  ...namedFields,
};

/** Home with what forms, searches and lists of the tests need. */
const homeFields: EntryFields['PAGE'] = {
  sections: [
    { id: 'search', kind: 'search', tone: 'plain', shown: true },
    {
      id: 'new',
      kind: 'entries',
      title: 'What is new',
      tone: 'plain',
      shown: true,
      lists: [{ type: 'BLOG', count: 4, as: 'rows' }],
    },
    { id: 'enquiry', kind: 'form', form: 'enquiry', title: 'Ask us', tone: 'plain', shown: true },
  ],
};

export interface EntryOverrides extends Partial<Omit<EntryInput, 'text' | 'rendered' | 'next'>> {
  text?: Partial<RevisionText>;
  next?: { at: Date; text: Partial<RevisionText> };
}

export interface MadeEntry {
  id: number;
  slug: string;
  categoryId: number | null;
  revisionId: number;
}

/** Returns a moment some seconds from now; negative numbers are in the past. */
export function getTimeFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

/** Moves all moments of an entry into the past, as if some seconds had passed since. */
export function passTime({ db }: Context, id: number, seconds: number) {
  const passed = sql`make_interval(secs => ${seconds})`;
  return db.execute(sql`update entries set published_at = published_at - ${passed}, next_at = next_at - ${passed},
    withdrawn_at = withdrawn_at - ${passed} where id = ${id}`);
}

/** Stores an entry, by default published an hour ago. A type with categories gets a new category. */
export async function makeEntry(ctx: Context, type: TypeWithPages, overrides: EntryOverrides = {}): Promise<MadeEntry> {
  const number = getNextNumber();
  const slug = overrides.slug ?? `entry-${number}`;
  const categoryId =
    overrides.categoryId !== undefined || !getEntryType(type).categoryPath
      ? (overrides.categoryId ?? null)
      : (await makeCategory(ctx, type as SelectableType)).id;
  const text: RevisionText = {
    title: `Title ${number}`,
    summary: `Summary ${number}`,
    body: `Body ${number}\n`,
    fields: type === 'PAGE' && slug === 'home' ? homeFields : sampleFields[type],
    keywords: [],
    interests: [],
    authorId: null,
    revisedAt: null,
    ...overrides.text,
  };
  const nextText = overrides.next ? { ...text, ...overrides.next.text } : null;
  const id = await putEntry(ctx, {
    type,
    position: 0,
    publishedAt: new Date(Date.now() - 3_600_000),
    withdrawnAt: null,
    formerSlugs: [],
    ...overrides,
    slug,
    categoryId,
    text,
    rendered: await renderContentDirectly(type, text),
    next:
      nextText && overrides.next
        ? { at: overrides.next.at, text: nextText, rendered: await renderContentDirectly(type, nextText) }
        : null,
  });
  const [row] = await ctx.db.select({ revisionId: entries.liveRevisionId }).from(entries).where(eq(entries.id, id));
  if (!row?.revisionId) throw new Error('no revision');
  return { id, slug, categoryId, revisionId: row.revisionId };
}

/** Stores a revision that is not published, as an editor's draft of an entry. Returns its id. */
export async function makeDraft(
  { db }: Context,
  entryId: number,
  type: TypeWithPages,
  text: { title: string; body: string },
): Promise<number> {
  const rendered = await renderContentDirectly(type, { ...text, fields: {} });
  const { html, toc, words } = rendered;
  const number = sql<number>`(select max(number) + 1 from revisions where entry_id = ${entryId})`;
  const values = {
    ...text,
    entryId,
    number,
    summary: 'Draft',
    fields: sampleFields[type],
    html,
    toc,
    words,
    ...createIndexedText({ ...text, type, summary: 'Draft', keywords: [], fields: {} }, rendered),
    renderer: rendererVersion,
    schemaVersion: contentSchemaVersion,
  };
  const [row] = await db.insert(revisions).values(values).returning({ id: revisions.id });
  if (!row) throw new Error('no revision');
  return row.id;
}

export async function makeCategory(
  { db }: Context,
  type: SelectableType,
  overrides: Partial<typeof categories.$inferInsert> = {},
) {
  const number = getNextNumber();
  const values = {
    type,
    slug: `category-${number}`,
    name: `Category ${number}`,
    description: 'About it',
    ...overrides,
  };
  const [row] = await db.insert(categories).values(values).returning();
  if (!row) throw new Error('no category');
  return row;
}

export async function makeMember(
  { db }: Context,
  overrides: Partial<typeof teamMembers.$inferInsert> & { positionSlug?: string } = {},
) {
  const number = getNextNumber();
  const { positionSlug = `position-${number}`, ...given } = overrides;
  await db
    .insert(positions)
    .values({ slug: positionSlug, label: `Position ${positionSlug}` })
    .onConflictDoNothing();
  const [position] = await db.select().from(positions).where(eq(positions.slug, positionSlug));
  if (!position) throw new Error('no position');
  const values = {
    slug: `member-${number}`,
    name: `Member ${number}`,
    role: 'Engineer',
    focus: 'Networks',
    joined: 2020,
    body: 'Bio\n',
    html: '<p>Bio</p>',
    positionId: position.id,
    ...given,
  };
  const [row] = await db.insert(teamMembers).values(values).returning();
  if (!row) throw new Error('no member');
  return row;
}

export async function makeInterest({ db }: Context, overrides: Partial<typeof interests.$inferInsert> = {}) {
  const number = getNextNumber();
  const [row] = await db
    .insert(interests)
    .values({ slug: `interest-${number}`, label: `Interest ${number}`, description: 'About', ...overrides })
    .returning();
  if (!row) throw new Error('no interest');
  return row;
}

export async function makePersona({ db }: Context, overrides: Partial<typeof personas.$inferInsert> = {}) {
  const number = getNextNumber();
  const [row] = await db
    .insert(personas)
    .values({ slug: `persona-${number}`, label: `Persona ${number}`, description: 'About', ...overrides })
    .returning();
  if (!row) throw new Error('no persona');
  return row;
}
