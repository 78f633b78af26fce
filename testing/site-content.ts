import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { EntryFields } from '../contract/content/entry-fields.ts';
import { getEntryType, type TypeWithPages, typesWithPages } from '../contract/content/entry-types.ts';
import { createSampleFields } from './sample-fields.ts';
import { articles } from './site-content/articles.ts';
import { formatEntryFile, formatMarkdownFile, type TestEntry } from './site-content/entry.ts';
import { infographics } from './site-content/infographics.ts';
import { members, testCategories, testInterests, testPersonas, testPositions } from './site-content/lists.ts';
import { apps, microservices, plans, services } from './site-content/offers.ts';
import { pages } from './site-content/pages.ts';
import { trivia } from './site-content/trivia.ts';

// The content that page tests read: a small company of their own, so that they hold whatever is in `content/`.

/** The settings that name the company. */
export const company = {
  name: 'Orchard Row',
  slogan: 'Fruit trees, pruned and picked.',
  details: 'Orchard Row Ltd, no. 1, The Old Press, Ledbury',
  careers: 'https://jobs.orchard.example',
  support: 'help@orchard.example',
} as const;

const writtenEntries = {
  BLOG: articles,
  TRIVIA: trivia,
  INFOGRAPHIC: infographics,
  SERVICE: services,
  PLAN: plans,
  MICROSERVICE: microservices,
  APP: apps,
  PAGE: pages,
} as const;

/** An entry of a type for which no other entry is written. */
function createTestEntry(type: TypeWithPages): TestEntry<TypeWithPages> {
  const { label } = getEntryType(type);
  const fields = createSampleFields(type) as EntryFields[TypeWithPages];
  const title = `${label} of the orchard`;
  const published = '2025-06-01T08:00:00Z';
  return {
    slug: 'of-the-orchard',
    title,
    published,
    summary: `What a ${label.toLowerCase()} of the company says about its trees and the people who prune them.`,
    body: 'A text.',
    fields,
  };
}

const createdEntries = Object.fromEntries(typesWithPages.map((type) => [type, [createTestEntry(type)]])) as unknown as {
  [T in TypeWithPages]: readonly TestEntry<T>[];
};

/** Every entry of each type, in the order of its list. */
export const testEntries = { ...createdEntries, ...writtenEntries };

export const testSearchWords = {
  /** In every entry: more than one page of results, and results of every type. */
  everywhere: 'orchard',
  /** In several texts; `mistyped` is close to no other word. */
  several: 'harvest',
  mistyped: 'harvast',
  /** In articles that show code, and in others. */
  besideCode: 'grafting',
  /** In no text. */
  nowhere: 'zzqxjv',
} as const;

export { articleWithCode, articleWithWideTable, longArticle } from './site-content/articles.ts';
export { members, testInterests, testPersonas, testPositions } from './site-content/lists.ts';

const branches = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" width="400" height="200"><rect width="400" height="200" fill="#fff"/><path d="M200 200V20M200 150L90 70M200 110L320 40" fill="none" stroke="#333" stroke-width="8"/><path d="M110 130L330 60" fill="none" stroke="#333" stroke-width="6" stroke-dasharray="12 8"/></svg>\n`;

/** Writes the content into a folder, in the content format. */
export async function writeSiteContent(folder: string): Promise<void> {
  const files = [
    ['categories.yaml', stringify(testCategories)],
    ['positions.yaml', stringify(testPositions)],
    ['interests.yaml', stringify(testInterests)],
    ['settings/company.yaml', stringify({ name: company.name, claim: company.slogan, legalDetails: company.details })],
    ['personas.yaml', stringify(testPersonas)],
    ['media/branches.svg', branches],
    ...members.map(({ slug, ...member }, order) => [
      `team/${slug}.md`,
      formatMarkdownFile({ ...member, order }, `${member.name} joined us in ${member.joined}.`),
    ]),
    ...typesWithPages.flatMap((type) => testEntries[type].map((entry) => formatEntryFile(type, entry))),
  ];
  for (const [name = '', text = ''] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
