import { type ContentSources, readContent } from '../api/content/import-export/read.ts';
import { fixedPaths } from '../contract/content/site-paths.ts';

/** The names of what every site has: its fixed addresses in words, and two parts of the program that menus link to. */
export const namesOfParts = new Set([
  ...fixedPaths.map((path) => path.slice(1).replaceAll('-', ' ')),
  'api reference',
  'stored on this device',
]);

/** A text of a folder of content, with its file. */
export interface ContentText {
  file: string;
  text: string;
}

/** Adds every string below a value, except the values of fields that hold names for programs. */
function collectStrings(value: unknown, add: (text: string) => void): void {
  if (typeof value === 'string') add(value);
  else if (Array.isArray(value)) for (const each of value) collectStrings(each, add);
  else if (value && typeof value === 'object' && !Buffer.isBuffer(value))
    for (const each of Object.values(value)) collectStrings(each, add);
}

async function readFolder(root: string): Promise<ContentSources> {
  const problems: Parameters<typeof readContent>[1] = [];
  const content = await readContent(root, problems);
  if (problems.length > 0) throw new Error(problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return content;
}

/** Returns all texts of a folder of content: the strings of its fields, and the bodies of its entries. */
export async function listContentTexts(root: string): Promise<ContentText[]> {
  const { entries, members, categories, positions, interests, personas, media } = await readFolder(root);
  const texts: ContentText[] = [];
  const collect = (file: string, ...values: unknown[]) => collectStrings(values, (text) => texts.push({ file, text }));
  for (const { type, file, head, body, fields, next } of entries) {
    // Title and summary of a setting are not in its file.
    if (type === 'SETTING') collect(file, fields, next?.fields);
    else collect(file, head, fields, body, next?.head, next?.fields, next?.body);
  }
  for (const { file, head, body } of members) collect(file, head, body);
  collect('categories.yaml', categories);
  collect('positions.yaml', positions);
  collect('interests.yaml', interests);
  collect('personas.yaml', personas);
  collect(
    'media.yaml',
    media.map(({ description }) => description?.alt),
  );
  return texts;
}

/**
 * Returns the names by which a company is known: people, titles of its entries, what its setting says, and its
 * addresses of mail and web. Titles of one word, and those of pages with fixed addresses, are words of everybody.
 */
export async function listCompanyNames(root: string): Promise<string[]> {
  const { entries, members } = await readFolder(root);
  const texts = await listContentTexts(root);
  const company = entries.find(({ type, slug }) => type === 'SETTING' && slug === 'company');
  const details: string[] = [];
  collectStrings(company?.fields, (text) => details.push(...text.split(/, | \(|\) ?/)));
  const titles = entries.filter(({ type }) => type !== 'PAGE' && type !== 'SETTING').map(({ head }) => head.title);
  const addresses = texts.flatMap(({ text }) => text.match(/[\w.+-]+@[\w.-]+\w|\b[\w-]+\.example\b/g) ?? []);
  const telephones = texts.flatMap(({ text }) => text.match(/\+\d[\d ]{7,}\d/g) ?? []);
  const names = [
    ...members.map(({ head }) => head.name),
    ...titles.filter((title) => title.includes(' ')),
    ...details.filter((part) => /\p{L}{3}|\d{6}/u.test(part) && part !== 'company'),
    ...addresses,
    ...telephones,
  ];
  return [...new Set(names.map((name) => name.trim()).filter((name) => name.length > 2))];
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: ' ' };

/** Returns a text with its common character references decoded, and typographic apostrophes made plain. */
export function normalizeText(text: string): string {
  return text
    .replace(/&(#x27|#39|amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ');
}

/** Returns the sentences of a text, without marks of Markdown. */
export function listSentences(text: string): string[] {
  return text
    .replace(/\]\([^)]*\)/g, '')
    .split(/\n+|(?<=[.!?])\s+/)
    .map((sentence) =>
      normalizeText(sentence)
        .replace(/[*`[\]|#]/g, '')
        .replace(/^(?:\d+\.|[-–:>]) /, '')
        .trim(),
    );
}
