import { deobfuscateText } from './deobfuscate-text.ts';
import { readSpamCorpus, type SpamWordScorer, trainSpamWords } from './naive-bayes.ts';
import { spamThemes } from './phrases.ts';

/** From this score on a message is put into quarantine. */
export const quarantineScore = 5;
/** From this score on only an operator can release a message; below it a proof of work can. */
export const unprovableScore = 9;

export interface ScoredText {
  name: string;
  email: string;
  message: string;
  company: string;
}

export interface SpamScore {
  score: number;
  /** Names of the rules that matched, heaviest first. */
  reasons: string[];
}

const link = /https?:\/\/[^\s<>"\])]+|www\.[^\s<>"\])]+/giu;

function matchLinkRules(raw: string): [reason: string, weight: number][] {
  const links = raw.match(link) ?? [];
  const hosts = new Set(
    links.map((address) => URL.parse(address.startsWith('www') ? `http://${address}` : address)?.host),
  );
  const rest = raw.replace(link, ' ').replace(/\[\/?url[^\]]*\]|<[^>]+>/giu, ' ');
  const words = rest.match(/\p{L}{2,}/gu)?.length ?? 0;
  return [
    ['link markup', /\[url[=\]]|<a\s+href/iu.test(raw) ? 6 : 0],
    ['links and nothing else', links.length > 0 && words < 3 ? 5 : 0],
    ['links to many hosts', hosts.size >= 4 ? 4 : 0],
    ['shortened link', /\b(?:bit\.ly|tinyurl\.com|goo\.su|t\.ly|cutt\.ly|is\.gd)\//iu.test(raw) ? 3 : 0],
    ['affiliate link', links.some((address) => /[?&](?:aff|ref|affid|partner)=/iu.test(address)) ? 3 : 0],
    ['a link', links.length > 0 ? 1 : 0],
  ];
}

function matchFormRules(raw: string): [reason: string, weight: number][] {
  const letters = raw.match(/\p{L}/gu)?.length ?? 0;
  const capitals = raw.match(/\p{Lu}/gu)?.length ?? 0;
  const words = raw.match(/[\p{L}\d'-]+/gu) ?? [];
  const lines = raw
    .split(/[.\n!?]+/u)
    .map((line) => line.trim())
    .filter((line) => line.length > 20);
  return [
    // Alarmed customers write in capitals too, so capitals count only together with exclamation marks.
    ['shouting', letters > 40 && capitals / letters > 0.7 && /!{2,}/u.test(raw) ? 3 : 0],
    ['exclamation marks', (raw.match(/!{3,}/gu)?.length ?? 0) >= 2 ? 2 : 0],
    ['emoji in a row', /(?:[\u{1f525}\u{1f680}\u{1f4b0}\u{1f911}]\s*){3}/u.test(raw) ? 3 : 0],
    [
      'one word over and over',
      words.length >= 12 && new Set(words.map((word) => word.toLowerCase())).size / words.length < 0.3 ? 3 : 0,
    ],
    ['one sentence over and over', lines.length >= 3 && new Set(lines).size === 1 ? 3 : 0],
  ];
}

/** Returns weak hints from the sender's name and address. */
function matchSenderRules({ name, email }: ScoredText): [reason: string, weight: number][] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return [
    [
      'throw-away address',
      /^(?:mailinator|guerrillamail|10minutemail|yopmail|tempmail|trashmail|sharklasers)\./u.test(domain) ? 3 : 0,
    ],
    ['address of random letters', /^(?=.*\d)[bcdfghjklmnpqrstvwxz\d]{7,}$/u.test(local) ? 1 : 0],
    ['a link as a name', /https?:|www\./iu.test(name) ? 5 : 0],
  ];
}

let scorer: SpamWordScorer | undefined;

/** Scores the words of a text. The classifier is trained from the corpus on first use. */
function scoreWords(text: string): number {
  scorer ??= trainSpamWords(readSpamCorpus('dev'));
  return scorer(text);
}

/** Limits the points of the words: they add to other rules, but never reach the quarantine alone. */
const limitWordPoints = (weight: number) => Math.max(-3, Math.min(quarantineScore - 1, Math.trunc(weight / 2.5)));

/**
 * Returns the spam score of a message and its reasons: a sum of named rules and word points, 0 or less for most
 * messages. Pure, given `words`. The language never counts: a script other than Latin scores nothing, a word of mixed
 * scripts does.
 */
export function scoreSpam(form: ScoredText, words = scoreWords(form.message)): SpamScore {
  const { text, hidden, mixed } = deobfuscateText([form.name, form.company, form.message].join('\n'));
  const rules: [reason: string, weight: number][] = [
    ...spamThemes.map(({ name, weight, pattern }): [string, number] => [name, pattern.test(text) ? weight : 0]),
    ['hidden characters', hidden >= 2 ? 5 : 0],
    ['words of two scripts', mixed >= 2 ? 5 : mixed * 2],
    ...matchLinkRules(form.message),
    ...matchFormRules(form.message),
    ...matchSenderRules(form),
    ['its words', limitWordPoints(words)],
  ];
  const matched = rules.filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a);
  return { score: rules.reduce((sum, [, weight]) => sum + weight, 0), reasons: matched.map(([reason]) => reason) };
}
