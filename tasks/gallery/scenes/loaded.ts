import type { EntryType } from '../../../contract/entry-types.ts';
import { api, foundRoutes, listAddress, missingRoutes, type RouteKind } from '../../../e2e/routes.ts';
import type { Scene } from '../scene.ts';
import { open } from '../visit.ts';

function loaded({ name, find }: RouteKind): Scene {
  return { route: name, state: 'loaded', arrange: async (page) => open(page, (await find()).address) };
}

function chosen(route: string, state: string, frame: string, find: () => Promise<string>): Scene {
  return { route, state, frame, arrange: async (page) => open(page, await find()) };
}

const listOf = (type: EntryType) => `the list ${listAddress(type)}`;

async function nameOfFirst(operation: 'personas' | 'positions'): Promise<string> {
  const { items } = await api().call(operation, {});
  return items[1]?.slug ?? '';
}

/** Every kind of page as it comes, and what an address can choose on it. */
export const loadedScenes: Scene[] = [
  // All unknown addresses share one screen: one without links of its own, one with.
  ...[...foundRoutes, ...missingRoutes.slice(0, 2)].map(loaded),
  chosen('/', 'for a persona', '#recommended', async () => `/?persona=${await nameOfFirst('personas')}`),
  chosen('/about-us', 'one position', '#team', async () => `/about-us?position=${await nameOfFirst('positions')}`),
  chosen('search with results', 'a mistyped word', '#search', async () => '/search?q=latancy'),
  chosen('search with results', 'one content type', '#search', async () => '/search?q=network&type=BLOG'),
  {
    route: listOf('PLAN'),
    state: 'by the year',
    arrange: async (page) => {
      await open(page, listAddress('PLAN'));
      await page.getByRole('radio', { name: 'yearly' }).check();
    },
  },
];
