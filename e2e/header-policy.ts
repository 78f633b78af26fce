import { createHash } from 'node:crypto';
import { expect, getSiteAddress } from './browser.ts';
import { findElements } from './html.ts';

// The header policy of every page, and HTML that works under it.

type Headers = Record<string, string>;

const hashContent = (content: string | Uint8Array) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Returns the directives of a response's content security policy. */
function readPolicy(headers: Headers): Record<string, string[]> {
  const text = headers['content-security-policy'] ?? '';
  return Object.fromEntries(
    text
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  );
}

/** Expects the headers that every page has, including the 404 page. */
export function expectHeaderPolicy(headers: Headers): void {
  const policy = readPolicy(headers);
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    // The theme's script and the speculation rules.
    'script-src': ["'self'", expect.stringMatching(/^'sha256-/), expect.stringMatching(/^'sha256-/)],
    // The style that enables transitions between documents, that of the look, and the page's own styles.
    'style-src': ["'self'", ...Array.from({ length: 3 }, () => expect.stringMatching(/^'sha256-/))],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['entry-html'],
    'report-uri': ['/violations'],
  });
  const values = Object.values(policy).flat();
  expect(values.filter((value) => /unsafe|\*|https?:/.test(value))).toEqual([]);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(\).*geolocation=\(\)/),
    'content-type': 'text/html; charset=utf-8',
  });
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
}

const scriptHashes = new Map<string, Promise<string>>();

/** Returns the hash of a script of the site. Scripts never change, so each is requested once. */
function hashScript(path: string): Promise<string> {
  const known =
    scriptHashes.get(path) ?? fetch(getSiteAddress() + path).then(async (answer) => hashContent(await answer.bytes()));
  scriptHashes.set(path, known);
  return known;
}

/**
 * Expects that HTML needs nothing that the policy refuses: no handlers or styles in attributes, no unnamed inline code.
 */
export async function expectNothingInline(html: string, headers: Headers): Promise<void> {
  const everything = findElements(html, '*');
  expect(everything.length).toBeGreaterThan(100);
  const names = everything.flatMap((attributes) => Object.keys(attributes));
  expect(names.filter((name) => name === 'style' || /^on[a-z]/.test(name))).toEqual([]);
  expect(html).not.toMatch(/javascript:/i);
  expect(findElements(html, 'style')).toEqual([{}, {}, {}]);
  const scripts = findElements(html, 'script');
  const data = ['application/json', 'application/ld+json', 'speculationrules'];
  const running = scripts.filter(({ type }) => !data.includes(type ?? ''));
  expect(scripts.length).toBeGreaterThan(running.length);
  const policy = readPolicy(headers);
  // One script runs before the first paint, so it is the first of all. The policy names the hash of everything inline.
  expect(running[0]).toEqual({});
  for (const [tag, directive] of [
    ['<script>', 'script-src'],
    ['<script type="speculationrules">', 'script-src'],
    ['<style>', 'style-src'],
  ] as const) {
    for (const part of html.split(tag).slice(1))
      expect(policy[directive], tag).toContain(`'${hashContent(part.split('</')[0] ?? '')}'`);
  }
  for (const { src = '', integrity } of running.slice(1)) {
    expect(src).toMatch(/^\/assets\/[\w.-]+\.js$/);
    expect(integrity).toBe(await hashScript(src));
  }
  // No data can end a script element early.
  expect(html.match(/<\/script>/g)?.length).toBe(scripts.length);
}

/** Returns the hydration state in the HTML of a page. */
export function readState(html: string): { text: string; state: Record<string, unknown> } {
  const [, text = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html) ?? [];
  return { text, state: JSON.parse(text) as Record<string, unknown> };
}
