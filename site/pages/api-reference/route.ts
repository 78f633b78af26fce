import { definePage } from '../../page.ts';
import { type Reference, readDocument } from './read-document.ts';
import { ApiReferenceView } from './view.tsx';

export const page = definePage<Reference>({
  loader: async ({ client, signal }) => readDocument(await client.openApi({ signal })),
  View: ApiReferenceView,
  head: () => ({
    title: 'API reference',
    description: 'Every endpoint behind this site, with its parameters, their limits and the shape of its answer.',
    canonical: '/api/docs',
  }),
  cache: () => 'public',
  parameters: [],
});
