import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { completeForms } from '../../../contract/content/form-defaults.ts';
import { listDefaults } from '../../../contract/content/list-defaults.ts';
import { summarizeLists } from '../../../contract/content/list-settings.ts';
import type { Appointment } from '../../../contract/forms/consultation-shapes.ts';
import { createClient } from '../../../contract/http/client.ts';
import type { SectionPageData } from '../../pages/section-page/load.ts';
import { pages } from '../../pages/section-page/route.ts';
import { SiteSettingsContext, type ViewSettings } from '../../settings.ts';
import type { ReceiptData } from './load.ts';

const settings = {
  lists: summarizeLists(listDefaults),
  company: { name: 'WSE' },
  menus: { action: { to: '/book-a-free-consultation', label: 'Book a free consultation' } },
  supportEmail: 'support@wse.example',
} as ViewSettings;
const page = pages['thank-you'];
const visit: ReceiptData = {
  reference: null,
  unknown: null,
  sendsMail: false,
  isWithoutFiles: false,
  consultation: null,
  manage: null,
  words: { ...completeForms({}).receipt, consultation: 'consultation' },
};
const sent: ReceiptData = { ...visit, reference: '7K3M-92QD', sendsMail: true };
const appointment: Appointment = {
  start: '2026-11-24T10:00:00.000Z',
  end: '2026-11-24T10:30:00.000Z',
  timeZone: 'Europe/London',
  status: 'BOOKED',
  reference: '7K3M-92QD',
  sequence: 0,
  call: { channel: 'telephone', host: 'an engineer' },
  sendsMail: true,
  heldUntil: null,
  canConfirm: false,
  hasNumber: true,
};
const booked: ReceiptData = { ...sent, consultation: appointment, manage: 'x.y' };

/** Returns the page of an installation without a text for it, with the data of its receipt. */
const toPageData = (data: ReceiptData): SectionPageData => ({
  page: { slug: 'thank-you', title: 'Thank you', path: '/thank-you', isPreview: false },
  summary: 'A person reads and answers every message.',
  heading: undefined,
  lede: undefined,
  sections: [
    {
      section: { id: 'receipt', kind: 'form', form: 'receipt', tone: 'plain', shown: true },
      data,
      texts: {},
      contents: [],
      anchor: undefined,
    },
  ],
});

beforeAll(() => page.preloadModules?.(toPageData(booked)));

function render(address: string, data: ReceiptData = visit): string {
  const view = createElement(page.View, { data: toPageData(data), settings });
  const routed = createElement(MemoryRouter, { initialEntries: [address] }, view);
  return renderToStaticMarkup(createElement(SiteSettingsContext, { value: settings }, routed));
}

const withCall = (changes: Partial<Appointment>): ReceiptData => ({
  ...booked,
  consultation: { ...appointment, ...changes },
});

it('shows the same page at both addresses, with links to both forms', () => {
  const html = render('/thank-you');
  expect(render('/book-a-free-consultation-thank-you')).toBe(html);
  for (const href of ['/contact-us', '/book-a-free-consultation', 'mailto:support@wse.example']) {
    expect(html).toContain(`href="${href}"`);
  }
});

it('claims success only with the reference of a submission', () => {
  expect(render('/thank-you')).not.toMatch(/has reached us<|stored/);
  expect(render('/thank-you', sent)).toContain('Your reference is 7K3M-92QD');
});

it('says that files did not arrive only with a stored submission', () => {
  expect(render('/thank-you', { ...sent, isWithoutFiles: true })).toContain('Your files did not arrive');
  expect(render('/thank-you', { ...visit, isWithoutFiles: true })).not.toContain('Your files');
  expect(render('/thank-you', sent)).not.toContain('Your files');
});

it('with a reference, neither doubts that something was sent nor offers to book', () => {
  for (const data of [sent, { ...sent, sendsMail: false }, booked, withCall({ status: 'UNCONFIRMED' })]) {
    const html = render('/thank-you', data);
    expect(html).not.toContain('not written yet');
    expect(html).not.toContain('href="/book-a-free-consultation"');
    expect(html).not.toContain('href="/contact-us"');
  }
});

/** Loads the page's data from a backend with these answers, by API path; everything else is 404. */
async function load(path: string, answers: Record<string, [status: number, body: object]>) {
  const requests: string[] = [];
  const client = createClient({
    baseUrl: '',
    fetch: async (input) => {
      const [name = ''] = String(input).replace('/api/', '').split('?');
      if (!name.startsWith('page/')) requests.push(name);
      const [status, body] = answers[name] ?? [404, { error: { code: 'not_found' } }];
      return Response.json(body, { status });
    },
  });
  const url = new URL(path, 'https://site.example');
  const args = { client, settings, params: {}, url, signal: new AbortController().signal, entryType: null };
  const { sections } = await page.loader(args);
  return { data: sections[0]?.data as ReceiptData, requests };
}

it.each([429, 503, 500])(
  'says that the reference could not be looked up if the API answers %i, and doubts nothing',
  async (status) => {
    for (const path of ['/thank-you', '/book-a-free-consultation-thank-you']) {
      const answers: Parameters<typeof load>[1] = { 'form/receipt': [status, { error: { code: 'unavailable' } }] };
      const { data } = await load(`${path}?reference=7K3M-92QD`, answers);
      const html = render(path, data);
      expect(html).not.toMatch(/not written yet|has reached us</);
      expect(html).not.toContain('href="/book-a-free-consultation"');
      expect(html).toContain('We cannot look up the reference');
    }
  },
);

it('says that an unknown reference is not stored, and claims nothing', async () => {
  const { data } = await load('/thank-you?reference=0000-0000', {});
  const html = render('/thank-you', data);
  expect(html).toContain('No message has the reference');
  expect(html).not.toMatch(/not written yet|has reached us</);
});

it('requests an appointment only if one was booked', async () => {
  const path = '/book-a-free-consultation-thank-you?reference=7K3M-92QD';
  const receipt = { reference: '7K3M-92QD', sendsMail: true };
  const requested = await load(path, { 'form/receipt': [200, { ...receipt, hasConsultation: false }] });
  expect(requested.requests).toEqual(['form/receipt', 'settings']);
  expect(render(path, requested.data)).toContain('Your message has reached us');
  const withBooking = await load(path, {
    'form/receipt': [200, { ...receipt, hasConsultation: true }],
    'consultation/receipt': [200, appointment],
  });
  expect(withBooking.requests).toEqual(['form/receipt', 'settings', 'consultation/receipt']);
  expect(render(path, withBooking.data)).toContain('Your consultation is booked');
});

it('promises a mail only if a mail server is configured', () => {
  const promise = /on its way|send a confirmation|that we send you|spam folder|Your e-mail has/;
  for (const data of [visit, sent, booked, { ...booked, manage: null }, withCall({ status: 'UNCONFIRMED' })]) {
    const { consultation } = data;
    const without = {
      ...data,
      sendsMail: false,
      isWithoutFiles: true,
      consultation: consultation && { ...consultation, sendsMail: false },
    };
    expect(render('/thank-you', without)).not.toMatch(promise);
    if (data.sendsMail) expect(render('/thank-you', data)).toMatch(promise);
  }
});

describe('for a booked consultation', () => {
  it('says how the call takes place, and links to the calendar file, to moving and to cancelling', () => {
    const html = render('/book-a-free-consultation-thank-you', booked);
    expect(html).toContain('Your consultation is booked');
    expect(html).toContain('By telephone: an engineer of WSE will call you on the number you gave.');
    expect(html).toMatch(/href="\/book-a-free-consultation\/appointment\.ics\?manage=x\.y"[^>]*download/);
    expect(html).toContain('href="/book-a-free-consultation?manage=x.y"');
    expect(html).toContain('href="/book-a-free-consultation?manage=x.y&amp;ask=cancel#ask"');
  });

  it.each([
    [{ hasNumber: false }, 'with the number to call'],
    [{ call: { channel: 'video', host: 'Grace' } as const }, 'By video: Grace of WSE will send you the link'],
  ])('says what is to be expected with %j', (changes, text) => {
    expect(render('/book-a-free-consultation-thank-you', withCall(changes))).toContain(text);
  });

  it('shows only the time, and no link to change it, to visitors who only have the reference', () => {
    const { heldUntil: _until, canConfirm: _can, hasNumber: _has, ...receipt } = appointment;
    const html = render('/book-a-free-consultation-thank-you', { ...sent, consultation: receipt });
    expect(html).not.toContain('manage=');
    expect(html).not.toContain('number you gave');
    expect(html).toContain('By telephone: an engineer of WSE will call you.');
  });
});

it('says until when an unconfirmed time is held, and how to confirm it', () => {
  const html = render('/book-a-free-consultation-thank-you', {
    ...withCall({ status: 'UNCONFIRMED', heldUntil: '2026-11-20T14:32:00.000Z' }),
  });
  expect(html).toContain('One more step: confirm your time');
  expect(html).toContain('14:32 (Europe/London)');
  expect(html).toContain('Open the link in the e-mail');
  expect(html).not.toContain('.ics');
});

it('has one canonical address, at which its breadcrumbs end, and stays out of search engines and caches', () => {
  expect(page.head(toPageData(visit), settings)).toMatchObject({ canonical: '/thank-you', noindex: true });
  expect(page.head(toPageData(booked), settings)).toMatchObject({ canonical: '/thank-you', isPrivate: true });
  expect(page.cache(toPageData(visit))).toBe('never');
  const [trail = ''] = /<nav aria-label="Breadcrumbs".*?<\/nav>/.exec(render('/thank-you')) ?? [];
  expect(
    trail
      .replace(/<[^>]+>/g, '|')
      .split('|')
      .filter(Boolean),
  ).toEqual(['Home', 'Thank you']);
  expect(trail).toContain('<span aria-current="page">Thank you</span>');
});
