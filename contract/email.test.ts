import { describe, expect, it } from 'vitest';
import { isEmail } from './email.ts';

describe('the e-mail rule', () => {
  it.each([
    'a@example.org',
    "o'beirne@example.ie",
    'first.last+tag@sub.example.co.uk',
    'a@xn--bcher-kva.example',
    'a@example.xn--p1ai',
    'a@bücher.example',
    'a@[192.0.2.1]',
    'ünï@example.org',
  ])('takes %s', (email) => expect(isEmail(email)).toBe(true));

  it.each([
    '',
    'a',
    'a@',
    '@example.org',
    'a@example',
    'a@example.o',
    'a@example.1',
    'a@[999.1.1.1]',
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

  it('takes no longer for a hostile text', () => {
    const started = performance.now();
    for (const text of [`${'a.'.repeat(100_000)}@`, `a@${'a.'.repeat(100_000)}`, '@'.repeat(100_000)]) isEmail(text);
    expect(performance.now() - started).toBeLessThan(50);
  });
});
