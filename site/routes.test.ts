import { createMemoryRouter, RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { listDefaults } from '../contract/content/list-defaults.ts';
import { createTestClient } from '../testing/api.ts';
import { makeEntry } from '../testing/makers.ts';
import { setUpApi } from '../testing/set-up.ts';
import { siteContext } from './context.ts';
import { createSiteRoutes } from './routes.ts';

const api = await setUpApi();
await makeEntry(api.ctx, 'PAGE', { slug: 'about-us' });

/** The site's router as in the browser, with a history of its own in place of the window's. */
async function openRouter(address: string) {
  const context = new RouterContextProvider();
  const settings = {
    company: { name: 'WSE', claim: 'Built to hold.', legalDetails: 'WSE Ltd, no. 1' },
    lists: listDefaults,
    siteUrl: 'http://site.example',
    apiBaseUrl: '',
    careersUrl: '',
    supportEmail: 'support@site.example',
    timeZone: 'UTC',
  };
  context.set(siteContext, { client: createTestClient(api.ctx), settings });
  const router = createMemoryRouter(
    createSiteRoutes((_name, load) => load()),
    { initialEntries: [address], getContext: () => context },
  );
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => initialized && resolve(stop()));
    router.initialize();
  });
  return router;
}

it('takes a link to /blog to /blogs with its query, and Back leads to the page before', async () => {
  const router = await openRouter('/about-us');
  await router.navigate('/blog?page=1');
  expect(router.state.location).toMatchObject({ pathname: '/blogs', search: '?page=1' });
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe('/about-us');
});

it('shows the error screen with 404 at an address that no row of the table names', async () => {
  const router = await openRouter('/no-such-page');
  expect(Object.values(router.state.errors ?? {})).toEqual([expect.objectContaining({ status: 404 })]);
});
