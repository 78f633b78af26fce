import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

// Narrow windows, large text and wide text (WCAG 1.4.10, 1.4.4 and 1.4.12).

/** Returns how far the page scrolls sideways, and the width of the window. */
async function measureSidewaysScroll(page: Page): Promise<{ moved: number; width: number }> {
  return page.evaluate(() => {
    scrollTo({ left: 10_000, behavior: 'instant' });
    const { scrollLeft } = document.scrollingElement ?? document.documentElement;
    scrollTo({ left: 0, behavior: 'instant' });
    return { moved: scrollLeft, width: document.documentElement.scrollWidth };
  });
}

/** Gives the page the style of a reader, in place of an earlier one. */
export async function applyStyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    // Not a style element: the header policy refuses those.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** The spacing that readers may set for themselves, on every element. */
const wideText =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }';

/** Text of 200 %, as a phone's setting makes it. */
const largeText = 'html { font-size: 200% !important }';

/** Returns the texts that the box around them cuts off. */
async function findCutOffText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { top, right, bottom, left, width } = range.getBoundingClientRect();
      if (!text.textContent?.trim() || width === 0) continue;
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        // Scrollable boxes and visually hidden texts may be wider than the page.
        if (/auto|scroll/.test(overflowX + overflowY) || box.clientWidth < 2) break;
        const edge = box.getBoundingClientRect();
        const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isCutAcross = isClipping(overflowX) && (left < edge.left - 1 || right > edge.right + 1);
        const isCutDown = isClipping(overflowY) && (top < edge.top - 1 || bottom > edge.bottom + 1);
        if (isCutAcross || isCutDown)
          found.push(`${box.tagName} ${box.className} “${text.textContent.trim().slice(0, 40)}”`);
      }
    }
    return found;
  });
}

/**
 * Expects that a page fits into 320 pixels, cuts nothing off and never scrolls sideways, with wide text too, and with
 * text of 200 % on a phone.
 */
export async function expectReflow(page: Page): Promise<void> {
  // 1280 × 1024 at 400 % leaves 320 × 256.
  for (const height of [640, 256]) {
    await page.setViewportSize({ width: 320, height });
    expect(await measureSidewaysScroll(page), `320 × ${height}`).toEqual({ moved: 0, width: 320 });
  }
  await applyStyle(page, wideText);
  expect(await measureSidewaysScroll(page), 'with wide text').toEqual({ moved: 0, width: 320 });
  expect(await findCutOffText(page), 'with wide text').toEqual([]);
  await page.setViewportSize({ width: 375, height: 812 });
  await applyStyle(page, largeText);
  expect(await measureSidewaysScroll(page), 'with large text').toEqual({ moved: 0, width: 375 });
  expect(await findCutOffText(page), 'with large text').toEqual([]);
}
