import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect } from './browser.ts';
import { findSmallTexts } from './readable-text.ts';

// axe-core is added to each page once. Its Playwright wrapper sends the script and the full report over the browser's
// protocol and opens another page for each check, which takes five times as long.

/** The package's `source` is more than twice as long, with its comments. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

const everyRule: RunOptions = {
  runOnly: { type: 'tag', values: standards },
  rules: { 'target-size': { enabled: true } },
};

/** The rules about colours, which are all that another theme can change. */
const colourRules: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

interface AuditScope {
  /** A CSS selector of the part of the page that is checked; the whole page without it. */
  within?: string;
  /** Only the rules that judge colours, for a second theme at the same width. */
  onlyColours?: boolean;
}

/** Returns the violations that axe finds (WCAG 2.2 A and AA, best practice), one line for each element. */
export async function findViolations(page: Page, { within, onlyColours = false }: AuditScope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ({ selector, options }) => {
      const { run } = (globalThis as typeof globalThis & { axe: typeof axe }).axe;
      const found = await run(selector ? { include: selector } : document, {
        ...options,
        resultTypes: ['violations'],
        // axe is not in them, and would wait half a second for it.
        iframes: false,
      });
      return found.violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.failureSummary}`),
      );
    },
    { selector: within, options: onlyColours ? colourRules : everyRule },
  );
}

export const schemes = ['light', 'dark'] as const;

/** Whether `npm run test:all` runs: it checks every width in both themes, where `npm test` checks a choice of them. */
const isWholeRun = process.env.WHOLE_TEST_RUN === 'true';

export const widths = isWholeRun ? [320, 768, 1440] : [320, 1440];

/** The width of the narrowest phone, in px. */
export const narrow = [320];

interface AccessibilityOptions {
  /** The state of the page, for the message of a failure. */
  state?: string;
  /** A CSS selector of the part of the page that is checked; the whole page without it. */
  within?: string;
  /** Widths of the window in px. A state of a screen that is examined at every width needs the narrowest only. */
  at?: readonly number[];
}

/**
 * Expects no violations, text of at least 12 px, and a page no wider than the window, at each width and in both themes.
 * `npm test` leaves out the middle width, and judges each width in one theme: the last of several in the dark one.
 * Animations are off, because axe would check half-drawn drawings. Afterwards the window has its earlier size.
 */
export async function expectAccessible(
  page: Page,
  { state = '', within, at = widths }: AccessibilityOptions = {},
): Promise<void> {
  const size = page.viewportSize();
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 });
    const whole = await page.evaluate(() => document.documentElement.scrollWidth);
    if (within === undefined) expect(whole, `${state} ${width} px wide`).toBe(width);
    expect(await findSmallTexts(page), `${state} ${width} px wide`).toEqual([]);
    const isDark = at.length > 1 && width === at.at(-1);
    for (const colorScheme of isWholeRun ? schemes : [schemes[isDark ? 1 : 0]]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // axe reports a field that is scrolled under the sticky header as too small a target.
      await page.evaluate(() => scrollTo(0, 0));
      const scope = { onlyColours: isWholeRun && colorScheme === 'dark', ...(within === undefined ? {} : { within }) };
      expect(await findViolations(page, scope), `${state} ${colorScheme}, ${width} px wide`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
}

/**
 * Expects what `expectAccessible` does of a page that was opened without JavaScript. axe needs timers, so scripts are
 * allowed meanwhile; those of the page itself stay unloaded.
 */
export async function expectAccessibleWithoutScripts(page: Page, options: AccessibilityOptions = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const disableScripts = (value: boolean) => session.send('Emulation.setScriptExecutionDisabled', { value });
  // A session can only take back what it has set itself.
  await disableScripts(true);
  await disableScripts(false);
  await expectAccessible(page, options);
  await disableScripts(true);
}
