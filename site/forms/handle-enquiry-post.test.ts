import { expect, it } from 'vitest';
import { createClient } from '../../contract/http/client.ts';
import type { SiteSettings } from '../settings.ts';
import { handleEnquiryPost } from './handle-enquiry-post.ts';

/** Presses the button that finds towns, with a backend that gives every request the same answer. */
function findTowns(answer: Response) {
  return handleEnquiryPost({
    client: createClient({ baseUrl: 'http://api.example', fetch: async () => answer.clone() }),
    settings: { supportEmail: 'support@wse.example' } as SiteSettings,
    params: {},
    url: new URL('https://site.example/'),
    signal: new AbortController().signal,
    entryType: null,
    values: { name: 'Ada', city: 'wolv', find: 'city' },
    openedAt: new Date(),
  });
}

const values = { name: 'Ada', city: 'wolv' };

it('suggests towns and keeps the values', async () => {
  const page = { items: [{ name: 'Wolverhampton' }], page: 0, size: 100, total: 1 };
  expect(await findTowns(Response.json(page))).toMatchObject({
    refusal: { status: 200, values, suggestions: { city: ['Wolverhampton'] } },
  });
});

it('keeps the values if the towns cannot be loaded', async () => {
  const answer = Response.json({ error: { code: 'unavailable', message: 'Not now.' } }, { status: 503 });
  expect(await findTowns(answer)).toMatchObject({ refusal: { status: 503, values } });
});
