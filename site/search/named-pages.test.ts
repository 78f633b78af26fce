import { expect, it } from 'vitest';
import { listDefaults } from '../../contract/content/list-defaults.ts';
import type { SearchHit } from '../../contract/content/record-shapes.ts';
import type { Client } from '../../contract/http/client.ts';
import { excludeNamedPages, findNamedPages } from './named-pages.ts';

const app = { slug: 'hammer', title: 'Hammer', summary: 'Drives nails' };
// A double of the methods that are called.
const client = {
  entries: async (_: string, operation: string) => (operation === 'list' ? { items: [app] } : app),
  call: async () => ({ lists: { ...listDefaults, BLOG: { ...listDefaults.BLOG, plural: 'Letters from us' } } }),
} as unknown as Client;
const noMenus = { header: [], action: null, footer: [], legal: [] };
const items = [
  { to: '/orchard-house', label: 'The orchard house' },
  { to: '/why-us', label: 'Why us' },
];
const menus = { ...noMenus, header: [{ label: 'Company', items }], legal: items };
const find = async (q: string) =>
  (await findNamedPages(client, { q, careersUrl: 'https://jobs.example', menus })).map(({ href }) => href);

it.each([
  ['pricing', '/our-plans'],
  ['Pricing!', '/our-plans'],
  ['price', '/our-plans'],
  ['pricng', '/our-plans'],
  ['plans', '/our-plans'],
  ['plan', '/our-plans'],
  ['services', '/what-we-do'],
  ['letters from us', '/blogs'],
  ['apps', '/apps/hammer'],
  ['app', '/apps/hammer'],
  ['microservices', '/microservices'],
  ['mircoservices', '/microservices'],
  ['infographics', '/infographics'],
  ['infographic', '/infographics'],
  ['about', '/about-us'],
  ['About us', '/about-us'],
  ['contact', '/contact-us'],
  ['cnotact', '/contact-us'],
  ['The Orchard House!', '/orchard-house'],
  ['the orchad house', '/orchard-house'],
  ['why us', '/why-us'],
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

it('removes named pages from the results', async () => {
  const hit: SearchHit = { type: 'APP', slug: 'hammer', title: 'Hammer', excerpt: [], category: null, publishedAt: '' };
  const other = { ...hit, slug: 'saw' };
  const namedPages = await findNamedPages(client, { q: 'apps', careersUrl: '', menus: noMenus });
  expect(excludeNamedPages([hit, other], namedPages)).toEqual([other]);
});
