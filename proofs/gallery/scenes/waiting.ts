import type { Page } from '@playwright/test';
import { getListAddress } from '../../../e2e/routes.ts';
import { followHeaderLink, holdRequests, openPage } from '../page-actions.ts';
import type { Scene } from '../scene.ts';

const route = `the list ${getListAddress('SERVICE')}`;
const listCode = /\/assets\/entry-list-[\w-]+\.js/;

/** Follows a link to a page whose code never arrives. */
async function openWaitingPage(page: Page): Promise<void> {
  await holdRequests(page, listCode);
  await openPage(page, '/about-us');
  await followHeaderLink(page, 'What we do');
  await page.getByText('Loading the page').waitFor({ state: 'attached' });
}

/** A page that is loading, above the page that was left. */
export const waitingScenes: Scene[] = [
  { route, state: 'loading', frame: 'window', arrange: openWaitingPage },
  {
    route,
    state: 'still loading',
    frame: 'window',
    arrange: async (page) => {
      await page.clock.install();
      await openWaitingPage(page);
      await page.clock.fastForward(8_000);
      await page.getByText('Still loading').waitFor();
    },
  },
];
