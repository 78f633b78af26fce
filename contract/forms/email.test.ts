import { describe, expect, it } from 'vitest';
import { measureCpuTime } from '../../testing/cpu-time.ts';
import { isEmail } from './email.ts';

describe('the e-mail rule', () => {
  it.each([
    'a@example.org',
    "o'beirne@example.ie",
    'first.last+tag@sub.example.co.uk',
    'a@xn--bcher-kva.example',
    'a@example.xn--p1ai',
    'a@example.XN--P1AI',
    'a@xn--j2bd4cyac6f.xn--h2brj9c',
    'a@उदाहरण.भारत',
    'a@[IPv6:2001:db8::1]',
    'a@bücher.example',
    'a@[192.0.2.1]',
    'ünï@example.org',
  ])('accepts %s', (email) => expect(isEmail(email)).toBe(true));

  it.each([
    '',
    'a',
    'a@',
    '@example.org',
    'a@example',
    'a@example.o',
    'a@example.1',
    'a@[999.1.1.1]',
    'a@[IPv6:2001:db8::zz]',
    'a@[2001:db8::1]',
    // Invalid Punycode, ASCII only, a letter beyond Unicode, and a single letter.
    'a@example.xn--',
    'a@example.xn--abc-',
    'a@example.xn--99999999999',
    'a@example.xn--e1a',
    'a@[192.0.2]',
    'a b@example.org',
    'a@exa mple.org',
    'a@example..org',
    'a@-example.org',
    '.a@example.org',
    'a..b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a,b@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])('refuses %j', (email) => expect(isEmail(email)).toBe(false));

  // Invisible characters, and characters that change the direction of text, would make two addresses look the same.
  it.each([
    ['a soft hyphen', '\u00ad'],
    ['a grapheme joiner', '\u034f'],
    ['an Arabic letter mark', '\u061c'],
    ['a Hangul filler', '\u115f'],
    ['a zero width space', '\u200b'],
    ['a zero width joiner', '\u200d'],
    ['a mark for right to left', '\u200f'],
    ['an override to right to left', '\u202e'],
    ['an isolate to right to left', '\u2067'],
    ['a word joiner', '\u2060'],
    ['an empty Braille pattern', '\u2800'],
    ['another Hangul filler', '\u3164'],
    ['half of a surrogate pair', '\ud800'],
    ['a variation selector', '\ufe0f'],
    ['a byte order mark', '\ufeff'],
    ['a half-width Hangul filler', '\uffa0'],
    ['an interlinear anchor', '\ufff9'],
    ['a replacement character', '\ufffd'],
    ['a tag', '\u{e0041}'],
    ['a private character', '\ue000'],
    ['a line separator', '\u2028'],
  ])('refuses %s anywhere', (_what, character) => {
    for (const email of [`a${character}b@example.org`, `a@exa${character}mple.org`, `a@example.or${character}g`])
      expect([JSON.stringify(email), isEmail(email)]).toEqual([JSON.stringify(email), false]);
  });

  it('takes linear time for a hostile text', async () => {
    const hostile = [`${'a.'.repeat(100_000)}@`, `a@${'a.'.repeat(100_000)}`, '@'.repeat(100_000)];
    expect(await measureCpuTime(() => hostile.map(isEmail))).toBeLessThan(100);
  });
});
