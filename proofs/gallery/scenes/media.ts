import type { Page } from '@playwright/test';
import { foundRoutes } from '../../../e2e/routes.ts';
import { openPage } from '../page-actions.ts';
import { type Scene, textPages } from '../scene.ts';

type Particulars = Pick<Scene, 'state'> & Partial<Scene>;

/** Creates scenes of some pages in another medium. */
function createMediaScenes(names: string[], particulars: Particulars): Scene[] {
  return names.map((name) => {
    const kind = foundRoutes.find((route) => route.name === name);
    if (!kind && !textPages.includes(name)) throw new Error(`There is no route ${name}`);
    const arrange: Scene['arrange'] = async (page) => {
      const address = kind ? (await kind.find()).address : name;
      if (particulars.device?.hasJavaScript === false) await page.goto(address);
      else await openPage(page, address);
    };
    return { route: name, arrange, ...particulars };
  });
}

const entries = ['blog', 'service', 'plan', 'trivia', 'infographic'].map((label) => `one entry: ${label}`);
const lists = ['blogs', 'trivia', 'infographics', 'what-we-do', 'our-plans', 'microservices'].map(
  (name) => `the list /${name}`,
);
const forms = ['/contact-us', '/book-a-free-consultation'];

/** Enlarges all text, as a setting of the browser does. The page's policy would refuse a style element. */
async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets = [sheet];
  });
}

/** Text of 200 %, wide screens, print, forced colours, windows at 400 %, motion, and browsers without JavaScript. */
export const mediaScenes: Scene[] = [
  ...createMediaScenes(['/', ...entries, ...forms, ...textPages, '/privacy-policy', 'the list /our-plans'], {
    state: 'print',
    media: { media: 'print' },
    // About the width of A4 between the margins.
    widths: [768],
    themes: ['light'],
  }),
  ...createMediaScenes(['/', ...entries, ...forms, ...textPages, '/why-us', '/wse-legacy', 'the list /our-plans'], {
    state: 'forced colours',
    media: { forcedColors: 'active' },
    widths: [768],
  }),
  ...createMediaScenes(['/', ...entries, ...forms, ...lists, '/trust'], {
    state: '200 % text',
    adapt: enlargeText,
    widths: [320, 1440],
    themes: ['light'],
  }),
  ...createMediaScenes(['/', ...entries, ...lists, ...textPages, '/why-us', '/wse-legacy'], {
    state: 'on a wide screen',
    widths: [1600, 1920],
    themes: ['light'],
  }),
  // 1280 × 1024 at 400 % is 320 × 256 (WCAG 1.4.10).
  ...createMediaScenes(['/', ...entries.slice(0, 2), ...forms, 'the list /our-plans'], {
    state: '400 % zoom',
    frame: 'window',
    height: 256,
    widths: [320],
  }),
  ...createMediaScenes(['/', 'one entry: service'], {
    state: 'with motion, at its end',
    device: { hasMotion: true },
    widths: [1440],
    themes: ['light'],
  }),
  ...createMediaScenes(['/', '/book-a-free-consultation', 'the list /our-plans', 'one entry: trivia'], {
    state: 'without JavaScript',
    device: { hasJavaScript: false },
    widths: [320, 1440],
    themes: ['light'],
  }),
];
