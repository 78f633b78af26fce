import { definePage } from '../../page.ts';
import { type Reference, readDocument } from './read-document.ts';
import { ApiReferenceView } from './view.tsx';

export const page = definePage<Reference>({
  loader: async ({ client, settings, signal }) =>
    readDocument(await client.openApi({ signal }), settings.apiBaseUrl || settings.siteUrl),
  View: ApiReferenceView,
  head: () => ({
    title: 'API reference',
    description: 'Every endpoint behind this site, with its parameters, their limits and the shape of its answer.',
    canonical: '/api/docs',
  }),
  cache: () => 'public',
  parameters: [],
});
