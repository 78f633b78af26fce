import { stringify } from 'yaml';
import type { EntryFields } from '../../contract/content/entry-fields.ts';
import { entryTypes, type TypeWithPages } from '../../contract/content/entry-types.ts';

/** An entry of the tests' own content: what its file says, with the slug that names the file. */
export interface TestEntry<T extends TypeWithPages> {
  slug: string;
  title: string;
  summary: string;
  /** Markdown. */
  body: string;
  fields: EntryFields[T];
  published?: string;
  updated?: string;
  category?: string;
  author?: string;
  keywords?: readonly string[];
  interests?: readonly string[];
  order?: number;
}

/** Returns a file of the content format: its path in the folder, and its text. */
export function formatEntryFile<T extends TypeWithPages>(
  type: T,
  { slug, body, fields, ...head }: TestEntry<T>,
): [path: string, text: string] {
  const matter = { published: '2024-03-04T09:00:00Z', ...head, ...fields };
  return [`${entryTypes[type].folder}/${slug}.md`, formatMarkdownFile(matter, body)];
}

/** Returns Markdown with front matter. */
export function formatMarkdownFile(matter: object, body: string): string {
  return `---\n${stringify(matter, { aliasDuplicateObjects: false })}---\n\n${body.trim()}\n`;
}
