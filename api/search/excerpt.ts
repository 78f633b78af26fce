// Control characters mark the hits: no text holds them, so nothing in a text can pass for a mark.
const start = '\u0002';
const stop = '\u0003';

export const headlineOptions = `StartSel=${start},StopSel=${stop},MaxFragments=2,MaxWords=24,MinWords=10,FragmentDelimiter=" … "`;

/** Cuts PostgreSQL's marked headline into stretches that did or did not match. */
export function excerptParts(headline: string): { text: string; match: boolean }[] {
  return headline
    .split(start)
    .flatMap((part, index) => {
      if (index === 0) return [{ text: part, match: false }];
      const [hit = '', rest = ''] = part.split(stop);
      return [
        { text: hit, match: true },
        { text: rest, match: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
