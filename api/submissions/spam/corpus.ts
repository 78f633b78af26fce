import { readFileSync } from 'node:fs';

/** One labelled message of the corpus. */
export interface Labelled {
  spam: boolean;
  name: string;
  email: string;
  text: string;
}

/** `dev` is what the rules are made with and the words are learnt from; `held-out` was written after both. */
export type CorpusPart = 'dev' | 'held-out';

export function readCorpus(part: CorpusPart): Labelled[] {
  const text = readFileSync(new URL(`./corpus/${part}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Labelled);
}
