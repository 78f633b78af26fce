/** Bytes of bodies as they come over the network, brotli, and how many requests. */
export interface Weight {
  html: number;
  script: number;
  style: number;
  fonts: number;
  requests: number;
}

/**
 * What the first visit of a page may cost, by the kind of address as `e2e/routes.ts` names it; the first that fits counts.
 * A limit is a little above what was reached. No page may have more than 20 kB of HTML.
 */
const budgets: readonly [kind: RegExp, limits: Omit<Weight, 'style' | 'fonts'>][] = [
  [/^\/(?:search)?$|^search with/, { html: 16_500, script: 115_000, requests: 18 }],
  [/^one entry/, { html: 12_000, script: 116_000, requests: 20 }],
  [/^\/book-a-free-consultation$/, { html: 12_000, script: 113_500, requests: 13 }],
  [/^\/api\/docs$/, { html: 15_000, script: 112_000, requests: 11 }],
  [/^\/about-us$/, { html: 10_000, script: 111_000, requests: 21 }],
  [/^\//, { html: 8_500, script: 111_500, requests: 11 }],
  [/^the list|^the second page/, { html: 7_000, script: 111_500, requests: 23 }],
  [/^a category/, { html: 5_000, script: 110_500, requests: 15 }],
  // The error screen, on which the code of the page that failed is fetched as well.
  [/./, { html: 4_000, script: 115_000, requests: 11 }],
];

export function budgetOf(kind: string): Weight {
  const found = budgets.find(([pattern]) => pattern.test(kind));
  if (!found) throw new Error(`There is no budget for ${kind}`);
  return { ...found[1], style: 14_000, fonts: 43_000 };
}
