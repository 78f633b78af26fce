import type { PageDefinition } from '../../page.ts';
import { type ApiReference, createApiReference } from './create-api-reference.ts';
import { ApiReferenceView } from './view.tsx';

export const page: PageDefinition<ApiReference> = {
  loader: async ({ client, signal }) => createApiReference(await client.openApi({ signal })),
  View: ApiReferenceView,
  head: () => ({
    title: 'API reference',
    description: 'Every endpoint behind this site, with its parameters, their limits and the shape of its response.',
    canonical: '/api/docs',
  }),
  cache: () => 'public',
  parameters: [],
};
