/**
 * Bytes of the bodies of a first visit, compressed with brotli, and its requests, before the visitor's first action.
 */
export interface Weight {
  html: number;
  script: number;
  style: number;
  fonts: number;
  pictures: number;
  requests: number;
}

export interface Budget extends Weight {
  hydratedScript: number;
  /** The bytes of the stylesheet of the whole site, which is loaded with them. */
  hydratedStyle: number;
}

/**
 * Limits of a first visit by the kind of page, which `e2e/routes.ts` names; the first pattern that matches counts. A
 * limit is a little above the present figure. No page may have more than 24 kB of HTML, with its drawings and styles.
 */
const budgets: readonly [kind: RegExp, limits: Omit<Budget, 'style' | 'fonts' | 'hydratedStyle'>][] = [
  [
    /^\/(?:search)?$|^search with/,
    { html: 22_800, script: 2_600, pictures: 2_600, requests: 7, hydratedScript: 119_800 },
  ],
  [/^one entry/, { html: 20_600, script: 6_500, pictures: 0, requests: 7, hydratedScript: 120_400 }],
  [/^\/book-a-free-consultation$/, { html: 18_600, script: 2_600, pictures: 0, requests: 4, hydratedScript: 117_800 }],
  [/^\/api\/docs$/, { html: 22_500, script: 2_600, pictures: 0, requests: 4, hydratedScript: 116_200 }],
  [/^\/about-us$/, { html: 16_000, script: 2_600, pictures: 0, requests: 4, hydratedScript: 114_500 }],
  [/^\//, { html: 15_100, script: 2_600, pictures: 0, requests: 4, hydratedScript: 115_600 }],
  [
    /^the list|^the second page/,
    { html: 14_900, script: 2_600, pictures: 13_300, requests: 14, hydratedScript: 115_700 },
  ],
  [/^a category/, { html: 14_300, script: 2_600, pictures: 3_400, requests: 8, hydratedScript: 114_400 }],
  [/./, { html: 9_000, script: 2_600, pictures: 0, requests: 4, hydratedScript: 118_900 }],
];

/**
 * How far above a limit of bytes a test fails: any change moves a page by some bytes. `npm run bench -- weigh` prints
 * the present sizes.
 */
export const testMargin = 1.1;

export function getBudget(kind: string): Budget {
  const found = budgets.find(([pattern]) => pattern.test(kind));
  if (!found) throw new Error(`There is no budget for ${kind}`);
  return { ...found[1], style: 0, fonts: 26_500, hydratedStyle: 14_100 };
}

/**
 * Limits of the Studio's scripts, which editors alone download: those of every screen without React and the router, and
 * the text editor.
 */
export const studioBudget = { shell: 23_500, editor: 115_000 };
