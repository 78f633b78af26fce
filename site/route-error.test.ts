import { createStaticHandler, data, isRouteErrorResponse } from 'react-router';
import { expect, it } from 'vitest';
import { createRouteError } from './route-error.ts';

it('has the fields of the error that React Router makes of a thrown response, and is recognised as one', async () => {
  const loader = () => {
    throw data({ message: 'Gone' }, { status: 410, statusText: '' });
  };
  const context = await createStaticHandler([{ id: 'page', path: '/', loader, ErrorBoundary: () => null }]).query(
    new Request('http://localhost/'),
  );
  if (context instanceof Response) throw new Error('The page redirects.');
  const error = createRouteError(410, { message: 'Gone' });
  expect({ ...error }).toEqual({ ...context.errors?.page });
  expect(isRouteErrorResponse(error)).toBe(true);
  expect(isRouteErrorResponse({ ...error, internal: undefined })).toBe(false);
});
