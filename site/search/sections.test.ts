import { expect, it } from 'vitest';
import type { Client } from '../../contract/client.ts';
import type { SearchHit } from '../../contract/record-shapes.ts';
import { loadSections, withoutSections } from './sections.ts';

const app = { slug: 'keel', title: 'Keel', summary: 'Keeps a server upright' };
const client = { entries: async () => ({ items: [app] }) } as unknown as Client;
const find = async (q: string) =>
  (await loadSections(client, { q, careersUrl: 'https://jobs.example' })).map(({ href }) => href);

it.each([
  ['pricing', '/our-plans'],
  ['Pricing!', '/our-plans'],
  ['price', '/our-plans'],
  ['pricng', '/our-plans'],
  ['plans', '/our-plans'],
  ['plan', '/our-plans'],
  ['services', '/what-we-do'],
  ['apps', '/apps/keel'],
  ['app', '/apps/keel'],
  ['microservices', '/microservices'],
  ['mircoservices', '/microservices'],
  ['infographics', '/infographics'],
  ['infographic', '/infographics'],
  ['about', '/about-us'],
  ['About us', '/about-us'],
  ['contact', '/contact-us'],
  ['cnotact', '/contact-us'],
  ['careers', 'https://jobs.example'],
  ['career', 'https://jobs.example'],
  ['jobs', 'https://jobs.example'],
])('%s leads to %s', async (q, href) => {
  expect(await find(q)).toEqual([href]);
});

it.each(['', 'network', 'data', 'aboot a ferret', 'plans for a network', 'constructor', 'appt', 'plane'])(
  '%j names no page',
  async (q) => {
    expect(await find(q)).toEqual([]);
  },
);

it('shows no page twice', async () => {
  const hit: SearchHit = { type: 'APP', slug: 'keel', title: 'Keel', excerpt: [], category: null, publishedAt: '' };
  const other = { ...hit, slug: 'plumb' };
  const sections = await loadSections(client, { q: 'apps', careersUrl: '' });
  expect(withoutSections([hit, other], sections)).toEqual([other]);
});
