import { useEffect, useState } from 'react';
import { formatCount } from '../../../contract/content/number-text.ts';
import form from '../../parts/form.module.css';

const wordsPerMinute = 230;
/** Milliseconds without a change after which the words are counted again. */
const pause = 300;

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * Renders the number of words and the reading time of a text. Counting waits for a pause, because a long text takes a
 * while.
 */
export function WordCount({ text }: { text: string }) {
  const [words, setWords] = useState(() => countWords(text));
  useEffect(() => {
    const timer = setTimeout(() => setWords(countWords(text)), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className={form.mono}>
      {formatCount(words, 'word')}, about {Math.max(1, Math.round(words / wordsPerMinute))} min to read
    </p>
  );
}
