/** Bytes of bodies as they come over the network, brotli, and how many requests, until a visitor begins to do something. */
export interface Weight {
  html: number;
  script: number;
  style: number;
  fonts: number;
  requests: number;
}

/** All script of a page once it is alive. */
export const aliveLimit = 117_000;

/**
 * What the first visit of a page may cost, by the kind of address as `e2e/routes.ts` names it; the first that fits counts.
 * A limit is a little above what was reached. No page may have more than 20 kB of HTML.
 */
const budgets: readonly [kind: RegExp, limits: Omit<Weight, 'style' | 'fonts'>][] = [
  [/^\/(?:search)?$|^search with/, { html: 16_500, script: 2_000, requests: 13 }],
  [/^one entry/, { html: 12_000, script: 6_500, requests: 16 }],
  [/^\/book-a-free-consultation$/, { html: 12_000, script: 2_000, requests: 8 }],
  [/^\/api\/docs$/, { html: 15_000, script: 2_000, requests: 7 }],
  [/^\/about-us$/, { html: 10_000, script: 2_000, requests: 17 }],
  [/^\//, { html: 8_500, script: 2_000, requests: 7 }],
  [/^the list|^the second page/, { html: 7_000, script: 2_000, requests: 19 }],
  [/^a category/, { html: 5_000, script: 2_000, requests: 11 }],
  [/./, { html: 4_000, script: 2_000, requests: 7 }],
];

export function budgetOf(kind: string): Weight {
  const found = budgets.find(([pattern]) => pattern.test(kind));
  if (!found) throw new Error(`There is no budget for ${kind}`);
  return { ...found[1], style: 14_000, fonts: 26_500 };
}
