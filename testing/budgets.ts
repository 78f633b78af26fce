/** Bytes of bodies as they come over the network, brotli, and how many requests, until a visitor begins to do something. */
export interface Weight {
  html: number;
  script: number;
  style: number;
  fonts: number;
  pictures: number;
  requests: number;
}

/** What a page may weigh, and all of its script once it is alive. */
export interface Budget extends Weight {
  alive: number;
}

/**
 * What the first visit of a page may cost, by the kind of address as `e2e/routes.ts` names it; the first that fits counts.
 * A limit is a little above what was reached. No page may have more than 20 kB of HTML. Drawings that are
 * seen first stand in it.
 */
const budgets: readonly [kind: RegExp, limits: Omit<Budget, 'style' | 'fonts'>][] = [
  [/^\/(?:search)?$|^search with/, { html: 13_000, script: 2_000, pictures: 5_500, requests: 8, alive: 115_000 }],
  [/^one entry/, { html: 13_500, script: 6_000, pictures: 0, requests: 8, alive: 115_500 }],
  [/^\/book-a-free-consultation$/, { html: 11_500, script: 2_000, pictures: 0, requests: 5, alive: 113_500 }],
  [/^\/api\/docs$/, { html: 14_500, script: 2_000, pictures: 0, requests: 5, alive: 112_000 }],
  [/^\/about-us$/, { html: 9_500, script: 2_000, pictures: 38_000, requests: 8, alive: 111_000 }],
  [/^\//, { html: 8_000, script: 2_000, pictures: 0, requests: 5, alive: 111_500 }],
  [/^the list|^the second page/, { html: 10_200, script: 2_000, pictures: 17_000, requests: 13, alive: 111_500 }],
  [/^a category/, { html: 9_700, script: 2_000, pictures: 4_500, requests: 7, alive: 110_500 }],
  [/./, { html: 3_500, script: 2_000, pictures: 0, requests: 5, alive: 114_500 }],
];

export function budgetOf(kind: string): Budget {
  const found = budgets.find(([pattern]) => pattern.test(kind));
  if (!found) throw new Error(`There is no budget for ${kind}`);
  return { ...found[1], style: 12_000, fonts: 26_500 };
}
