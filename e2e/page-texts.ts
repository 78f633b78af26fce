import type { Page } from '@playwright/test';

/** Returns what React holds for the text of each `Prose` of a page, and what the page shows. */
export function readTexts(page: Page): Promise<{ held: string; shown: string }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-prose]')].map((element) => {
      const [, props] = Object.entries(element).find(([name]) => name.startsWith('__reactProps$')) ?? [];
      return { held: String(props?.dangerouslySetInnerHTML.__html), shown: element.innerHTML };
    }),
  );
}
