import { expect, it } from 'vitest';
import type { Section } from '../../contract/content/section-schemas.ts';
import { makeEntry } from '../../testing/makers.ts';
import { setUpSite } from '../../testing/test-site.ts';

const common = { tone: 'plain', shown: true } as const;

const sections: Section[] = [
  {
    ...common,
    id: 'opening',
    kind: 'hero',
    heading: 'A page of sections',
    art: {
      kind: 'schematic',
      schematic: {
        nodes: [
          { id: 'a', label: 'One', column: 0 },
          { id: 'b', label: 'Two', column: 1 },
        ],
        links: [['a', 'b', 'writes']],
      },
    },
  },
  {
    ...common,
    id: 'chart',
    kind: 'chart',
    title: 'Trees',
    sheet: {
      title: 'Trees a year',
      kind: 'bar',
      unit: 'trees',
      scale: 'linear',
      columns: ['Year', 'Trees'],
      rows: [
        ['2024', 3],
        ['2025', 5],
      ],
      source: { title: 'Our count' },
    },
  },
  { ...common, id: 'ask', kind: 'form', form: 'enquiry', title: 'Ask us' },
];

const site = await setUpSite();
await makeEntry(site.database, 'PAGE', { slug: 'trees', text: { fields: { sections } } });
await makeEntry(site.database, 'PAGE', { slug: 'plain' });
await makeEntry(site.database, 'PAGE', {
  slug: 'thank-you',
  text: { fields: { sections: [{ ...common, id: 'receipt', kind: 'form', form: 'receipt' }] } },
});

it('draws the charts and the schematic of a page', async () => {
  for (const name of ['chart/PAGE/trees/0', 'chart/PAGE/trees/0/narrow', 'schematic/PAGE/trees']) {
    const answer = await fetch(`${site.address}/drawings/${name}.svg`);
    expect([name, answer.status, await answer.text()]).toEqual([name, 200, expect.stringContaining('id="drawing"')]);
  }
  expect((await fetch(`${site.address}/drawings/chart/PAGE/trees/1.svg`)).status).toBe(404);
  expect((await fetch(`${site.address}/drawings/schematic/PAGE/plain.svg`)).status).toBe(404);
});

it('handles an enquiry at the address of a page with the form, and of no other', async () => {
  const send = (path: string) =>
    fetch(site.address + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.address, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ name: 'Ada', email: 'nobody' }),
    });
  const refused = await send('/trees');
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="Ada"')]);
  expect((await send('/plain')).status).toBe(405);
});

it('leaves the thank-you page out of the sitemap and of search engines', async () => {
  const sitemap = await (await fetch(`${site.address}/sitemap.xml`)).text();
  expect(sitemap).toContain('/trees</loc>');
  expect(sitemap).not.toContain('/thank-you');
  expect((await fetch(`${site.address}/thank-you`)).headers.get('x-robots-tag')).toBe('noindex');
});
