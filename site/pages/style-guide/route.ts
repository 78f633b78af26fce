import type { PageDefinition } from '../../page.ts';
import { preloadSectionCode } from '../../sections/load-sections.ts';
import { loadStyleGuide, type StyleGuideData } from './load.ts';
import { StyleGuideView } from './view.tsx';

const title = 'Tokens and parts';

/** The page `/_parts`, in development only (`site/routes.ts`): the design tokens, the shared parts and the sections. */
export const page: PageDefinition<StyleGuideData> = {
  loader: loadStyleGuide,
  View: StyleGuideView,
  head: () => ({ title, description: 'What the site is made of.', canonical: null, noindex: true }),
  cache: () => 'never',
  preloadModules: ({ sections }) => sections && preloadSectionCode(sections),
};
