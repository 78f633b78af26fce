import type { SearchHit } from '../../contract/content/record-shapes.ts';

/** Renders the part of a text that matches a search, with the matching words marked. */
export function Excerpt({ parts }: { parts: SearchHit['excerpt'] }) {
  return parts.map(({ text, match }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
    match ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
