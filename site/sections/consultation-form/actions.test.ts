import { expect, it } from 'vitest';
import { createClient } from '../../../contract/http/client.ts';
import type { FormValues } from '../../forms/form-values.ts';
import type { SiteSettings } from '../../settings.ts';
import { handleConsultationForm } from './actions.ts';

/** Handles a form of the page, with a backend that gives every request the same answer. */
function handle(values: FormValues, answer: object) {
  return handleConsultationForm({
    client: createClient({ baseUrl: '', fetch: async () => Response.json(answer) }),
    settings: { supportEmail: 'support@wse.example' } as SiteSettings,
    params: {},
    url: new URL('https://site.example/book-a-free-consultation'),
    signal: new AbortController().signal,
    entryType: null,
    values,
    openedAt: new Date(),
  });
}

const sender = { name: 'Ada', email: 'ada@example.org', message: 'Sunday', timeZone: 'Europe/London' };

it.each([
  { ...sender, intent: 'book', slot: '2030-01-07T10:00:00.000Z' },
  { ...sender, intent: 'request' },
])('$intent leads to the thank-you page, with or without a reference', async (values) => {
  const path = '/book-a-free-consultation-thank-you';
  expect(await handle(values, { error: null, reference: '7K3M-92QD' })).toEqual({ to: `${path}?reference=7K3M-92QD` });
  expect(await handle(values, { error: null })).toEqual({ to: path });
});

it.each<FormValues>([{}, { intent: 'fly' }, { intent: 'constructor' }])(
  '%j is refused as an unknown form',
  async (values) => {
    expect(await handle(values, {})).toMatchObject({ refusal: { status: 400, values } });
  },
);
