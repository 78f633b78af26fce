import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../markdown/render.ts';
import { readContent } from './read.ts';

const root = fileURLToPath(new URL('../../content', import.meta.url));
const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const shortMonths = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';

/** Fields that hold addresses, names for machines, and dates that the site formats itself. */
const unseen = new Set(['slug', 'published', 'updated', 'released', 'effective', 'url', 'file', 'lineOf', 'next']);

/** A title of somebody else's work keeps the words of its author. */
const quotedTitles = ['Postmortem of database outage of January 31'];

/** The port of a joke, a Tallinn post code, and AS numbers with the community that carries one. */
const codes = /^(?:2784|10412|645\d\d|644\d\d|65535)$/;
const nameBefore = /(?:RFC|ISO|IEC|Std|IBM\S*|invoice|port|No\. \d+-)\s*$/;
const unitAfter = /^ (?:nm|mm|cm|km|m|ms|s|kB|MB|GB|TB|Hz|W|bytes|seconds|minutes|hours|days|requests|messages)\b/;

function isYear(digits: string, after: string): boolean {
  return /^(?:1[89]|20)\d\d$/.test(digits) && !unitAfter.test(after);
}

/** Returns what in a text is no `1,234,567` and no `05 Mar 2024` though it should be. */
function findOddFigures(text: string): string[] {
  const found: string[] = [];
  const seen = quotedTitles.reduce((rest, title) => rest.replaceAll(title, ''), text).replace(/\+\d[\d ]+/g, '');
  for (const { 0: digits, index } of seen.matchAll(/(?<![\p{L}\d.,])\d{4,}/gu)) {
    const after = seen.slice(index + digits.length);
    if (!isYear(digits, after) && !codes.test(digits) && !nameBefore.test(seen.slice(0, index))) found.push(digits);
  }
  for (const [grouped] of seen.matchAll(/(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)/g))
    found.push(grouped);
  const dates = `\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months}|${shortMonths})\\b(?:,? \\d{4})?|(?:${months}) \\d{1,2}(?![\\d:])(?:,? \\d{4})?|\\d{4}-\\d\\d-\\d\\d`;
  for (const [date] of seen.matchAll(new RegExp(`(?<![\\d.])(?:${dates})`, 'g')))
    if (!/^\d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}$/.test(date)) found.push(date);
  return found;
}

/** Every text that a visitor reads in a value; numbers of charts and prices are formatted by the site. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (unseen.has(name) ? [] : textsOf(inner)));
}

/** The rendered text without code; an element's end is a line's end. */
async function readText(markdown: string): Promise<string> {
  const { html } = await renderMarkdown(markdown);
  return html.replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, '\n').replace(/<[^>]+>/g, '\n');
}

test.each([
  ['a TTL of 3600', ['3600']],
  ['5 000 statements and 1,234,567 rows', ['5 000']],
  ['at 1550 nm, 1900 bytes, in 1900', ['1550', '1900']],
  ['port 8080, RFC 9110, IBM 7094, 7K1000, 1.23456', []],
  ['call +44 117 496 0142', []],
  ['on 1 August 2012, 05 Mar 2024, 5 Mar 2024, March 2024', ['1 August 2012', '5 Mar 2024']],
  ['August 1, 2012, or 2012-08-01, or 9 February', ['August 1, 2012', '2012-08-01', '9 February']],
  ['on the last Sunday of October 01:30 happens twice', []],
])('%j holds the odd figures %j', (text, odd) => {
  expect(findOddFigures(text).toSorted()).toEqual(odd.toSorted());
});

test('the texts of the demo content group their numbers and write their dates as the site does', async () => {
  const { media: _, ...folder } = await readContent(root, []);
  const odd: string[] = [];
  for (const { file, body, ...fields } of [...folder.entries, ...folder.members]) {
    for (const text of [...textsOf(fields), await readText(body)])
      for (const figure of findOddFigures(text)) odd.push(`${file}: ${figure}`);
  }
  for (const text of textsOf([folder.categories, folder.positions, folder.interests, folder.personas]))
    odd.push(...findOddFigures(text));
  expect(odd).toEqual([]);
});
