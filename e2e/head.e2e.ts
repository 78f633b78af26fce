import { entryTypes, getEntryPath, type TypeWithPages } from '../contract/content/entry-types.ts';
import { startSiteWithTestContent } from '../testing/content-sites.ts';
import { company } from '../testing/site-content.ts';
import { expect, getSiteAddress, test, waitForHydration } from './browser.ts';
import { findElements, readHead, readStructuredData } from './html.ts';
import { expectHead, isListed } from './page-head.ts';
import { detailTypes, foundRoutes, getFirstCategory, getFirstEntry, getListAddress } from './routes.ts';

// pages.e2e.ts checks the head of each kind of page.

test('a site with a public address names itself by that address, whatever the Host header says', async ({
  request,
}) => {
  const url = 'https://site.example';
  const published = await startSiteWithTestContent({ SITE_URL: url });
  try {
    const { slug } = await getFirstEntry('PLAN');
    for (const path of ['/', '/blogs?page=2', getEntryPath('PLAN', slug)]) {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      const html = await (await request.get(published.address + path, { headers })).text();
      expectHead(html, path, { url, name: company.name });
      expect(JSON.stringify(readStructuredData(html))).toContain(`"${url}`);
      expect(html).not.toContain('evil.example');
      expect(html).not.toContain(published.address);
    }
  } finally {
    await published.stop();
  }
});

test('no two pages share a title or a description', async ({ request }) => {
  const heads = await Promise.all(
    foundRoutes.map(async (route) => {
      const { address } = await route.find();
      return { address, ...readHead(await (await request.get(address)).text()) };
    }),
  );
  const own = heads.filter(({ address }) => isListed(address));
  expect(own.length).toBeGreaterThan(20);
  expect(new Set(own.map(({ titles }) => titles[0])).size).toBe(own.length);
  const firstPages = own.filter(({ address }) => !address.includes('?page='));
  expect(new Set(firstPages.map(({ metas }) => metas.description?.[0])).size).toBe(firstPages.length);
});

const schemaTypes: Partial<Record<TypeWithPages, string>> = {
  BLOG: 'Article',
  TRIVIA: 'Quiz',
  INFOGRAPHIC: 'Article',
  SERVICE: 'Service',
  PLAN: 'Product',
  MICROSERVICE: 'WebAPI',
  APP: 'SoftwareApplication',
};

test('structured data describes an entry as its type, with breadcrumbs', async ({ request }) => {
  for (const type of detailTypes) {
    const schemaType = schemaTypes[type] ?? entryTypes[type].schemaType;
    await test.step(`${entryTypes[type].label} as ${schemaType}`, async () => {
      const entry = await getFirstEntry(type);
      const things = readStructuredData(await (await request.get(getEntryPath(type, entry.slug))).text());
      const own = things.find((thing) => thing['@type'] === schemaType);
      expect(own).toMatchObject({ url: getSiteAddress() + getEntryPath(type, entry.slug) });
      expect(own?.name ?? own?.headline).toBe(entry.title);
      const crumbs = things.find((thing) => thing['@type'] === 'BreadcrumbList');
      expect(crumbs?.itemListElement).toContainEqual(
        expect.objectContaining({
          '@type': 'ListItem',
          name: entry.title,
          item: getSiteAddress() + getEntryPath(type, entry.slug),
        }),
      );
      const faqs = 'faqs' in entry.fields ? entry.fields.faqs : [];
      const faqPage = things.find((thing) => thing['@type'] === 'FAQPage');
      expect(faqPage !== undefined).toBe(faqs.length > 0);
      if (faqPage) expect(faqPage.mainEntity).toHaveLength(faqs.length);
      if ('monthly' in entry.fields) {
        const { monthly, yearly, currency } = entry.fields;
        expect(own?.offers).toEqual([
          expect.objectContaining({ '@type': 'Offer', price: monthly, priceCurrency: currency }),
          expect.objectContaining({ '@type': 'Offer', price: yearly, priceCurrency: currency }),
        ]);
      }
    });
  }
});

test('structured data describes the company on Home, and the questions of an entry with their answers', async ({
  request,
}) => {
  const read = async (path: string) => readStructuredData(await (await request.get(path)).text());
  const organization = (await read('/')).find((thing) => thing['@type'] === 'Organization');
  expect(organization).toMatchObject({ name: company.name, url: getSiteAddress() });
  const { slug, fields } = await getFirstEntry('SERVICE');
  const page = (await read(getEntryPath('SERVICE', slug))).find((thing) => thing['@type'] === 'FAQPage');
  expect(fields.faqs.length).toBeGreaterThan(0);
  expect(page?.mainEntity).toHaveLength(fields.faqs.length);
});

test('the head is replaced on client-side navigation, without duplicates', async ({ page, request }) => {
  const { slug } = await getFirstEntry('BLOG');
  const { address: category } = await getFirstCategory('BLOG');
  await page.goto('/');
  await waitForHydration(page);
  async function expectSameHead(address: string): Promise<void> {
    await expect(page).toHaveURL(getSiteAddress() + address);
    const { metas, canonicals, titles } = readHead(await (await request.get(address)).text());
    await expect.poll(async () => readHead(await page.content())).toMatchObject({ titles, canonicals });
    expect(readHead(await page.content()).metas).toEqual(metas);
    for (const [name, contents] of Object.entries(metas)) expect(contents, name).toHaveLength(1);
    const alternates = findElements(await page.locator('head').innerHTML(), 'link').filter(
      ({ rel }) => rel === 'alternate',
    );
    expect(alternates).toHaveLength(3);
  }
  await expectSameHead('/');
  const main = page.getByRole('main');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs', exact: true }).click();
  await expectSameHead(getListAddress('BLOG'));
  await main.locator(`a[href="${getEntryPath('BLOG', slug)}"]`).click();
  await expectSameHead(getEntryPath('BLOG', slug));
  await page.goBack();
  await expectSameHead(getListAddress('BLOG'));
  await main.locator(`a[href="${category}"]`).click();
  await expectSameHead(category);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await expectSameHead('/privacy-policy');
});
