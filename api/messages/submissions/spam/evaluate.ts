import { readSpamCorpus, type SpamCorpusPart, trainSpamWords } from './naive-bayes.ts';
import { quarantineScore, scoreSpam } from './score.ts';

export interface SpamRuleEvaluation {
  messages: number;
  spam: number;
  /** True positives / all messages scored as spam. */
  precision: number;
  /** True positives / all spam. */
  recall: number;
  wrong: { kind: 'false alarm' | 'missed'; score: number; reasons: string[]; text: string }[];
}

/** Evaluates the spam rules on one part of the corpus. Messages of the training part are scored leave-one-out. */
export function evaluateSpamRules(part: SpamCorpusPart): SpamRuleEvaluation {
  const corpus = readSpamCorpus(part);
  const weigh = trainSpamWords(readSpamCorpus('dev'));
  const judged = corpus.map((message) => {
    const { score, reasons } = scoreSpam(
      { ...message, message: message.text, company: '' },
      weigh(message.text, part === 'dev' ? message.spam : undefined),
    );
    return { ...message, score, reasons, isHeld: score >= quarantineScore };
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
