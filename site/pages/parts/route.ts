import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { definePage } from '../../page.ts';
import { PartsView } from './view.tsx';

const title = 'Tokens and parts';

/** `/_parts`, while developing only (`site/routes.ts`): what the site is made of, rendered from the very components. */
export const page = definePage<readonly EntryCard[]>({
  loader: async ({ client, signal }) => (await client.entries('BLOG', 'list', { size: 3 }, { signal })).items,
  View: PartsView,
  head: () => ({ title, description: 'What the site is made of.', canonical: null, noindex: true }),
  cache: () => 'never',
});
