import type { SearchHit } from '../../contract/record-shapes.ts';

/** The stretch of a text in which a search found something, with the words that matched marked. */
export function Excerpt({ parts }: { parts: SearchHit['excerpt'] }) {
  return parts.map(({ text, match }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one excerpt never change places
    match ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
