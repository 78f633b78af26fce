import { type CorpusPart, readCorpus } from './corpus.ts';
import { learn } from './learned.ts';
import { spamScore, suspiciousScore } from './score.ts';

export interface Evaluation {
  messages: number;
  spam: number;
  /** Of what was held to be spam, the share that is. */
  precision: number;
  /** Of the spam, the share that was seen. */
  recall: number;
  wrong: { kind: 'false alarm' | 'missed'; score: number; reasons: string[]; text: string }[];
}

/**
 * Holds the rules against one part of the labelled corpus. A message that was learnt from is judged by what all the others
 * taught.
 */
export function evaluateRules(part: CorpusPart): Evaluation {
  const corpus = readCorpus(part);
  const weigh = learn(readCorpus('dev'));
  const judged = corpus.map((message) => {
    const { score, reasons } = spamScore(
      { ...message, message: message.text, company: '' },
      weigh(message.text, part === 'dev' ? message.spam : undefined),
    );
    return { ...message, score, reasons, isHeld: score >= suspiciousScore };
  });
  const count = (spam: boolean, isHeld: boolean) =>
    judged.filter((message) => message.spam === spam && message.isHeld === isHeld).length;
  const seen = count(true, true);
  return {
    messages: corpus.length,
    spam: seen + count(true, false),
    precision: seen / Math.max(1, seen + count(false, true)),
    recall: seen / Math.max(1, seen + count(true, false)),
    wrong: judged
      .filter(({ spam, isHeld }) => spam !== isHeld)
      .map(({ spam, score, reasons, text }) => ({ kind: spam ? 'missed' : 'false alarm', score, reasons, text })),
  };
}
