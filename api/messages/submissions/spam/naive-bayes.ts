import { readFileSync } from 'node:fs';
import { deobfuscateText } from './deobfuscate-text.ts';

export interface LabelledMessage {
  spam: boolean;
  name: string;
  email: string;
  text: string;
}

/**
 * `dev`: the messages that the rules and word weights were made from. `held-out`: messages written afterwards, for
 * evaluation.
 */
export type SpamCorpusPart = 'dev' | 'held-out';

export function readSpamCorpus(part: SpamCorpusPart): LabelledMessage[] {
  const text = readFileSync(new URL(`./corpus/${part}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LabelledMessage);
}

/** Returns the distinct words and word pairs of a text. Links, sums, shares and numbers become one placeholder each. */
function extractFeatures(raw: string): Set<string> {
  const text = deobfuscateText(raw)
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

/**
 * Scores a text by its words: above 0 like spam, below 0 like an ordinary message. `own` is the label of a training
 * message, whose own counts are then left out.
 */
export type SpamWordScorer = (text: string, own?: boolean) => number;

/**
 * Trains a naive Bayes classifier on labelled messages. Each word is counted once for each message (Metsis and others,
 * "Spam filtering with naive Bayes – which naive Bayes?", 2006).
 */
export function trainSpamWords(messages: readonly LabelledMessage[]): SpamWordScorer {
  const seen = new Map<string, { spam: number; ham: number }>();
  const total = { spam: 0, ham: 0 };
  for (const { spam, text } of messages) {
    const kind = spam ? 'spam' : 'ham';
    total[kind] += 1;
    for (const feature of extractFeatures(text)) {
      const counts = seen.get(feature) ?? { spam: 0, ham: 0 };
      counts[kind] += 1;
      seen.set(feature, counts);
    }
  }
  return (text, own) => {
    const spamLess = own === true ? 1 : 0;
    const hamLess = own === false ? 1 : 0;
    let sum = 0;
    for (const feature of extractFeatures(text)) {
      const counts = seen.get(feature);
      if (!counts) continue;
      const spam = counts.spam - spamLess;
      const ham = counts.ham - hamLess;
      // A word seen once is no evidence.
      if (spam + ham < 2) continue;
      sum += Math.log((spam + 0.5) / (total.spam - spamLess + 1)) - Math.log((ham + 0.5) / (total.ham - hamLess + 1));
    }
    return sum;
  };
}
