import type { Page } from '@playwright/test';
import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { detailTypes, getFirstEntry } from '../../../e2e/routes.ts';
import { openPage } from '../page-actions.ts';
import type { Scene } from '../scene.ts';

function createMenuScene(name: string, widths: readonly number[]): Scene {
  return {
    route: '/',
    state: `menu ${name} open`,
    frame: 'window',
    widths,
    arrange: (page) => openPage(page, '/'),
    adapt: async (page) => {
      const button = page.getByRole('banner').locator('summary', { hasText: name });
      if (!(await button.evaluate(({ parentElement }) => parentElement?.hasAttribute('open')))) await button.click();
    },
  };
}

/** Creates the scene of a trivia question after the right guess, or after the option that is `step` further. */
function createGuessScene(state: string, step: number): Scene {
  return {
    route: 'one entry: trivia',
    state,
    arrange: async (page) => {
      const { slug, fields } = await getFirstEntry('TRIVIA');
      await openPage(page, getEntryPath('TRIVIA', slug));
      const guess = fields.options[(fields.answer + step) % fields.options.length] ?? '';
      await page.getByRole('radio', { name: guess }).check();
      await page.locator('summary', { hasText: 'Check the answer' }).click();
    },
  };
}

async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
  });
}

const withDetails = detailTypes.filter((type) => type !== 'TRIVIA' && type !== 'BLOG');

/** Elements that visitors open. */
export const openedScenes: Scene[] = [
  createMenuScene('Menu', [320, 768]),
  createMenuScene('Read', [1440]),
  createMenuScene('Company', [1440]),
  {
    route: '/',
    state: 'skip link focused',
    frame: 'window',
    arrange: async (page) => {
      await openPage(page, '/');
      await page.keyboard.press('Tab');
    },
  },
  createGuessScene('guessed right', 0),
  createGuessScene('guessed wrong', 1),
  ...withDetails.map(
    (type): Scene => ({
      route: `one entry: ${getEntryType(type).label.toLowerCase()}`,
      state: 'everything opened',
      themes: ['light'],
      arrange: async (page) => {
        await openPage(page, getEntryPath(type, (await getFirstEntry(type)).slug));
        await openAll(page);
      },
    }),
  ),
  {
    route: '/api/docs',
    state: 'some opened',
    frame: 'window',
    height: 3000,
    arrange: async (page) => {
      await openPage(page, '/api/docs');
      await page.evaluate(() => {
        for (const details of [...document.querySelectorAll('main details')].slice(0, 2))
          details.setAttribute('open', '');
      });
    },
  },
];
