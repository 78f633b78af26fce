import { readFileSync } from 'node:fs';

/** A labelled message of the spam corpus. */
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
