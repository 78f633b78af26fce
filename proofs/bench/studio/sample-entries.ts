import type { StudioClient } from '../../../contract/studio/client.ts';
import { createSampleText } from '../sample-text.ts';

/** Returns a Markdown text of a number of characters with headings, emphasis, links and tables. */
export function createLongText(length: number): string {
  const table =
    '\n| Part | Time | Who |\n| --- | ---: | --- |\n| Walk | 30 | two of us |\n| Plan | 4 | one of us |\n\n';
  let text = '';
  for (let seed = 0; text.length < length; seed++) {
    const section = createSampleText(seed).replace(/(\w+) (\w+)\./g, (whole, first, second) =>
      first.length > 6 ? `**${first}** [${second}](/contact-us).` : whole,
    );
    text += section + table;
  }
  return text.slice(0, length);
}

/** Creates an article with a text as its draft. Returns its id. */
export async function createArticle(studio: StudioClient, title: string, body: string): Promise<number> {
  const { id } = await studio.call('createEntry', { type: 'BLOG', title });
  const { version, content } = await studio.call('openEntry', { id });
  await studio.call('saveDraft', { id, version, content: { ...content, summary: 'A summary.', body } });
  return id;
}

/** Returns the article of the company with the longest text. */
export async function findLongestArticle(studio: StudioClient): Promise<number> {
  const { items } = await studio.call('listContent', { type: 'BLOG', page: 0, size: 100, sort: 'title' });
  const lengths = await Promise.all(
    items.map(async ({ id }) => ({ id, length: (await studio.call('openEntry', { id })).content.body.length })),
  );
  return lengths.sort((a, b) => b.length - a.length)[0]?.id ?? 0;
}
