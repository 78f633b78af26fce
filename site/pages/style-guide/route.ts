import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import type { PageDefinition } from '../../page.ts';
import { StyleGuideView } from './view.tsx';

const title = 'Tokens and parts';

/** The page `/_parts`, in development only (`site/routes.ts`): the design tokens and the shared parts. */
export const page: PageDefinition<readonly EntryCard[]> = {
  loader: async ({ client, signal }) => (await client.entries('BLOG', 'list', { size: 3 }, { signal })).items,
  View: StyleGuideView,
  head: () => ({ title, description: 'What the site is made of.', canonical: null, noindex: true }),
  cache: () => 'never',
};
