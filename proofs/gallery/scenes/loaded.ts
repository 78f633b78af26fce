import type { TypeWithPages } from '../../../contract/content/entry-types.ts';
import { createApiClient, foundRoutes, getListAddress, missingRoutes, type RouteKind } from '../../../e2e/routes.ts';
import { openPage } from '../page-actions.ts';
import { type Scene, textPages } from '../scene.ts';

function createLoadedScene({ name, find }: RouteKind): Scene {
  return { route: name, state: 'loaded', arrange: async (page) => openPage(page, (await find()).address) };
}

function createChoiceScene(route: string, state: string, frame: string, find: () => Promise<string>): Scene {
  return { route, state, frame, arrange: async (page) => openPage(page, await find()) };
}

const getListRoute = (type: TypeWithPages) => `the list ${getListAddress(type)}`;

async function getFirstSlug(operation: 'personas' | 'positions'): Promise<string> {
  const { items } = await createApiClient().call(operation, {});
  return items[1]?.slug ?? '';
}

/** Every kind of page after loading, and the states that an address can choose. */
export const loadedScenes: Scene[] = [
  // All unknown addresses share one page, in two forms: with and without links to related pages.
  ...[...foundRoutes, ...missingRoutes.slice(0, 2)].map(createLoadedScene),
  ...textPages.map((path) => createChoiceScene(path, 'loaded', 'page', async () => path)),
  createChoiceScene('/', 'for a persona', '#recommended', async () => `/?persona=${await getFirstSlug('personas')}`),
  createChoiceScene(
    '/about-us',
    'one position',
    '#team',
    async () => `/about-us?position=${await getFirstSlug('positions')}`,
  ),
  createChoiceScene('search with results', 'a mistyped word', '#search', async () => '/search?q=latancy'),
  createChoiceScene('search with results', 'one content type', '#search', async () => '/search?q=network&type=BLOG'),
  {
    route: getListRoute('PLAN'),
    state: 'by the year',
    arrange: async (page) => {
      await openPage(page, getListAddress('PLAN'));
      await page.getByRole('radio', { name: 'yearly' }).check();
    },
  },
];
