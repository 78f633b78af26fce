import type { Labelled } from './corpus.ts';
import { foldText } from './fold-text.ts';

/** The words of a text and the pairs of them, with one word for every link, sum, share and number; each once. */
function featuresOf(raw: string): Set<string> {
  const text = foldText(raw)
    .text.replace(/https?:\/\/\S+|www\.\S+/gu, ' ~link ')
    .replace(
      /[$€£] ?\d[\d.,]*\s?(?:k|m|million)?|\b\d[\d.,]*\s?(?:usd|euros?|eur|dollars?|btc|million)\b/gu,
      ' ~money ',
    )
    .replace(/\d+(?:[.,]\d+)? ?%/gu, ' ~share ')
    .replace(/!{2,}/gu, ' ~loud ')
    .replace(/\d[\d.,:]*/gu, ' ~number ');
  const words = text.match(/~?[\p{L}'-]+/gu) ?? [];
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return new Set([...words, ...pairs]);
}

/** Weighs a text by what was learnt: above 0 it reads like spam, below like a message. `own` leaves that text's own lesson out. */
export type Weigh = (text: string, own?: boolean) => number;

/**
 * Learns from labelled messages which words come in spam and which do not (naive Bayes, each word counted once a message,
 * as in Metsis and others, "Spam filtering with naive Bayes – which naive Bayes?", 2006).
 */
export function learn(messages: readonly Labelled[]): Weigh {
  const seen = new Map<string, { spam: number; ham: number }>();
  const total = { spam: 0, ham: 0 };
  for (const { spam, text } of messages) {
    const kind = spam ? 'spam' : 'ham';
    total[kind] += 1;
    for (const feature of featuresOf(text)) {
      const counts = seen.get(feature) ?? { spam: 0, ham: 0 };
      counts[kind] += 1;
      seen.set(feature, counts);
    }
  }
  return (text, own) => {
    const spamLess = own === true ? 1 : 0;
    const hamLess = own === false ? 1 : 0;
    let sum = 0;
    for (const feature of featuresOf(text)) {
      const counts = seen.get(feature);
      if (!counts) continue;
      const spam = counts.spam - spamLess;
      const ham = counts.ham - hamLess;
      // A word met once tells nothing.
      if (spam + ham < 2) continue;
      sum += Math.log((spam + 0.5) / (total.spam - spamLess + 1)) - Math.log((ham + 0.5) / (total.ham - hamLess + 1));
    }
    return sum;
  };
}
