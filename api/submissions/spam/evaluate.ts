import { readFileSync } from 'node:fs';
import { spamScore, suspiciousScore } from './score.ts';

/** `dev` is what the rules were made with; `held-out` was written before them and never looked at since. */
export type CorpusPart = 'dev' | 'held-out';

interface Labelled {
  spam: boolean;
  name: string;
  email: string;
  text: string;
}

export interface Evaluation {
  messages: number;
  spam: number;
  /** Of what was held to be spam, the share that is. */
  precision: number;
  /** Of the spam, the share that was seen. */
  recall: number;
  wrong: { kind: 'false alarm' | 'missed'; score: number; reasons: string[]; text: string }[];
}

function readCorpus(part: CorpusPart): Labelled[] {
  const text = readFileSync(new URL(`./corpus/${part}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Labelled);
}

/** Holds the rules against one part of the labelled corpus. */
export function evaluateRules(part: CorpusPart): Evaluation {
  const corpus = readCorpus(part);
  const judged = corpus.map((message) => {
    const { score, reasons } = spamScore({ ...message, message: message.text, company: '' });
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
