import { expect, it } from 'vitest';
import { createClient } from '../../../contract/client.ts';
import type { SiteSettings } from '../../settings.ts';
import { actOnConsultation } from './act.ts';

it.each(['book', 'request'])(
  '%s leads to the thank-you page whether or not the backend gives a reference',
  async (intent) => {
    const answer = async (body: object) => {
      const form = new FormData();
      const sender = { name: 'Ada', email: 'ada@example.org', message: 'Sunday', timeZone: 'Europe/London' };
      const fields = { ...sender, intent, ...(intent === 'book' ? { slot: '2030-01-07T10:00:00.000Z' } : {}) };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return actOnConsultation({
        client: createClient({ baseUrl: '', fetch: async () => Response.json(body) }),
        settings: { supportEmail: 'support@wse.example' } as SiteSettings,
        params: {},
        url: new URL('https://site.example/book-a-free-consultation'),
        signal: new AbortController().signal,
        entryType: null,
        form,
        key: crypto.randomUUID(),
      });
    };
    const path = '/book-a-free-consultation-thank-you';
    expect(await answer({ error: null, reference: '7K3M-92QD' })).toEqual({ to: `${path}?reference=7K3M-92QD` });
    expect(await answer({ error: null })).toEqual({ to: path });
  },
);
