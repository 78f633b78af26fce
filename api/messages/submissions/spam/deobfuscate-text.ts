// Cyrillic and Greek letters that look like Latin letters, as spammers mix them into Latin words (Unicode TR 39).
const lookalikes: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  і: 'i',
  ѕ: 's',
  ο: 'o',
  α: 'a',
  ρ: 'p',
  ν: 'v',
};

/** Invisible characters inside a Latin word. Joiners between emoji or Arabic letters are no disguise. */
const hiddenInWord = /(?<=\p{Script=Latin})[\u00ad\u200b-\u200d\u2060\ufeff](?=\p{Script=Latin})/gu;
const mixedWord = /(?<!\p{L})(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}+/gu;

export interface DeobfuscatedText {
  /** Lower case, without disguises, single spaces. */
  text: string;
  hidden: number;
  /** Words of two scripts that look like one script. */
  mixed: number;
}

/** Removes disguises from a text (invisible characters, mixed scripts, dots, digits) and counts them. */
export function deobfuscateText(raw: string): DeobfuscatedText {
  const composed = raw.normalize('NFKC');
  const hidden = composed.match(hiddenInWord)?.length ?? 0;
  const mixed = composed.match(mixedWord)?.length ?? 0;
  const visible = composed.replace(hiddenInWord, '').toLowerCase();
  const latin =
    mixed > 0
      ? visible.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => lookalikes[letter] ?? letter)
      : visible;
  // v.i.a.g.r.a
  const joined = latin.replace(/(?<!\p{L})(?:\p{L}[.\-_*]){3,}\p{L}(?!\p{L})/gu, (word) =>
    word.replace(/[^\p{L}]/gu, ''),
  );
  // v1agra, but not ipv6 or mp3: a digit between letters
  const spelt = joined.replace(
    /(?<=\p{L})[013](?=\p{L}{2})/gu,
    (digit) => ({ '0': 'o', '1': 'i', '3': 'e' })[digit] ?? digit,
  );
  return { text: spelt.replace(/\s+/gu, ' ').trim(), hidden, mixed };
}
