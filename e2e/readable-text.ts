import type { Page } from '@playwright/test';

/** The smallest size of text that has a meaning, in CSS pixels. */
const smallest = 12;

/**
 * Returns the texts that are smaller than 12 px as they are drawn, scaled drawings included. Decorative drawings carry
 * no meaning.
 */
export async function findSmallTexts(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!text.textContent?.trim() || !element?.checkVisibility() || element.closest('svg[aria-hidden="true"]'))
        continue;
      const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
      const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      // The tolerance is for rounding errors in the scales of drawings.
      if (size < least - 0.05) found.push(`${size.toFixed(1)} px: ${text.textContent.trim().slice(0, 40)}`);
    }
    return found;
  }, smallest);
}
