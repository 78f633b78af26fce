import type { Random } from '../../../site/drawings/seeded-random.ts';

/** Texts that a careless conversion takes for a number, an object or nothing, and numbers beyond what types hold. */
export const hostileNumbers = [
  '-1',
  '-0',
  '0',
  '00',
  '1',
  '1.5',
  '1e3',
  '1e309',
  '-1e309',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '0b1',
  '0o7',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740993',
  '9223372036854775808',
  '1'.repeat(400),
  '+1',
  ' 1',
  '1 ',
  '1_000',
  '1,000',
  '\u0661',
  '\uff11',
  '1\u200b',
  '',
  ' ',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
] as const;

/** Characters of each class of Unicode that has broken a program. */
export const hostileCharacters = [
  '\0',
  '\x01',
  '\x1b[31m',
  '\x7f',
  '\x85',
  '\u00a0',
  '\u00ad',
  '\u0300'.repeat(200),
  '\u034f',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2028',
  '\u2029',
  '\u2066',
  '\u3000',
  '\ud83d\ude00',
  '\ud83d',
  '\ude00',
  '\ufdd0',
  '\ufdfd',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{e0001}',
  '\u{10ffff}',
  'ß',
  'İ',
  'ı',
  'ſ',
  'ﬃ',
  'Å',
  'A\u030a',
  '\u0e33',
  '\u0000a',
  'é'.normalize('NFD'),
  '🇬🇧',
  '𝕏',
] as const;

/** Texts with a meaning for a program behind the site. */
export const injections = [
  "'",
  '"',
  '\\',
  '`',
  "' or 1=1 --",
  "'; select pg_sleep(10) --",
  '_',
  '%%%',
  '%s%n',
  '$\u007b7*7}',
  '{{7*7}}',
  '<%= 7 %>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../etc/passwd',
  '..\\..\\windows',
  '%2e%2e%2f',
  '%c0%af',
  '%00',
  '%',
  '%zz',
  '%u0041',
  '\r\nset-cookie: a=b',
  '\n',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '=cmd|calc',
  '@SUM(1)',
  '& | ! : * <->',
  'a:* & b:*',
  '((((',
  '\\\\\\',
  '/*',
  'file:///etc/passwd',
  'http://127.0.0.1/',
  'AND'.repeat(500),
  '-'.repeat(1_000),
  '"'.repeat(999),
  '.',
  '..',
  '/',
  '//',
] as const;

/** Returns a text that is hostile in one or more ways. */
export function createHostileText(random: Random): string {
  const pickPart = () =>
    random.pick([hostileNumbers, hostileCharacters, injections].at(random.int(0, 2)) as readonly string[]);
  if (random.chance(0.1)) return pickPart().repeat(random.int(2, 300)).slice(0, 20_000);
  return Array.from({ length: random.int(1, 3) }, pickPart).join(random.pick(['', ' ', 'a', '\ud800', 'ß']));
}

/** Returns a JSON value of any shape. */
export function createHostileValue(random: Random, depth = 0): unknown {
  // Three of the nine kinds are texts, so texts are the most frequent. Nesting ends after four levels.
  const kind = random.int(0, depth > 3 ? 5 : 8);
  if (kind <= 2) return createHostileText(random);
  if (kind === 3) return random.pick([null, true, false, 0, -1, 1e308, 1.5, Number.MAX_SAFE_INTEGER]);
  if (kind === 4) return '';
  // The limits of fields, one character more, and a long text.
  if (kind === 5) return 'x'.repeat(random.pick([1, 120, 121, 254, 255, 5_000, 5_001, 60_000]));
  if (kind === 6) return Array.from({ length: random.int(0, 60) }, () => createHostileValue(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.int(0, 20) }, () => [
      createHostileText(random).slice(0, 50),
      createHostileValue(random, depth + 1),
    ]),
  );
}
