const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const shortMonths = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';

/** Titles of other works, which keep the words of their authors. */
const quotedTitles = ['Postmortem of database outage of January 31'];

/** A port, a post code, and numbers of autonomous systems, one of them within a BGP community. */
const codes = /^(?:2784|10412|645\d\d|644\d\d|65535)$/;
const nameBefore = /(?:RFC|ISO|IEC|Std|IBM\S*|invoice|port|No\. \d+-)\s*$/;
const unitAfter = /^ (?:nm|mm|cm|km|m|ms|s|kB|MB|GB|TB|Hz|W|bytes|seconds|minutes|hours|days|requests|messages)\b/;

function isYear(digits: string, after: string): boolean {
  return /^(?:1[89]|20)\d\d$/.test(digits) && !unitAfter.test(after);
}

/**
 * Returns the numbers of four or more digits that are not written as `1,234,567`, except years and codes, and the dates
 * that are not written as `05 Mar 2024`.
 */
export function findOddFigures(text: string): string[] {
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
