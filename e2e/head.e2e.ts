import type { APIRequestContext } from '@playwright/test';
import { type EntryType, entryTypes, getEntryPath } from '../contract/entry-types.ts';
import { type SiteProcess, startSiteProcess } from '../testing/running-site.ts';
import { expect, hydrated, siteAddress, test } from './browser.ts';
import { elements, readHead, readStructuredData } from './html.ts';
import { allRoutes, detailTypes, firstCategory, firstEntry, foundRoutes, listAddress } from './routes.ts';

// One installation of its own that knows its public address; it starts once for the whole file.
test.describe.configure({ mode: 'default' });

const siteUrl = 'https://site.example';
let published: SiteProcess;

test.beforeAll(async () => {
  published = await startSiteProcess({ env: { SITE_URL: siteUrl } });
});

test.afterAll(async () => {
  await published.stop();
});

/** Pages with a canonical address that is not their own (readings, "Routes"). */
const canonicalElsewhere: Record<string, string> = {
  '/search': '/',
  '/book-a-free-consultation-thank-you': '/thank-you',
};
const hidden = /^\/(?:thank-you|book-a-free-consultation-thank-you|search\?)/;

/** An answer of the installation with a public address, asked under a name that is not its own. */
async function ask(request: APIRequestContext, path: string): Promise<string> {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  return (await request.get(published.address + path, { headers })).text();
}

for (const route of foundRoutes) {
  test(`${route.name} tells search engines and those who share it what it is`, async ({ request }) => {
    const { address } = await route.find();
    const html = await ask(request, address);
    expect(html).not.toContain('evil.example');
    const { titles, canonicals, metas, hreflangs } = readHead(html);
    const [description = ''] = metas.description ?? [];
    const path = canonicalElsewhere[address] ?? (address.startsWith('/search?') ? '/' : address);
    expect(titles).toEqual([expect.stringMatching(/^\S.{2,100}$/)]);
    expect(canonicals).toEqual([path === '/' ? expect.stringMatching(/^https:\/\/site\.example\/?$/) : siteUrl + path]);
    expect(description.length).toBeGreaterThanOrEqual(hidden.test(address) ? 1 : 50);
    expect(description.length).toBeLessThanOrEqual(300);
    expect(metas.description).toHaveLength(1);
    expect(metas.robots ?? []).toEqual(hidden.test(address) ? ['noindex'] : []);
    expect(metas).toMatchObject({
      'og:title': [expect.stringMatching(/\S/)],
      'og:description': [description],
      'og:url': canonicals,
      'og:type': [expect.stringMatching(/^(?:article|website)$/)],
      'og:site_name': ['WSE'],
      'og:image': [expect.stringMatching(/^https:\/\/site\.example\/social-image.*\.png$/)],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [expect.stringMatching(/\S/)],
      'twitter:card': ['summary_large_image'],
    });
    expect(hreflangs).toEqual([]);

    const image = await (
      await request.get(published.address + (metas['og:image']?.[0] ?? '').slice(siteUrl.length))
    ).body();
    expect(image.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
  });
}

test('no two pages share a title or a description', async ({ request }) => {
  const heads = await Promise.all(
    foundRoutes.map(async (route) => {
      const { address } = await route.find();
      return { address, ...readHead(await (await request.get(address)).text()) };
    }),
  );
  const own = heads.filter(({ address }) => !hidden.test(address) && !(address in canonicalElsewhere));
  expect(own.length).toBeGreaterThan(20);
  expect(new Set(own.map(({ titles }) => titles[0])).size).toBe(own.length);
  const firstPages = own.filter(({ address }) => !address.includes('?page='));
  expect(new Set(firstPages.map(({ metas }) => metas.description?.[0])).size).toBe(firstPages.length);
});

test('a page that does not exist asks not to be listed and names no canonical address', async ({ request }) => {
  for (const route of allRoutes.filter(({ status }) => status === 404)) {
    const html = await ask(request, (await route.find()).address);
    const head = readHead(html);
    expect(head, route.name).toMatchObject({ titles: ['Page not found · WSE'], canonicals: [] });
    expect(head.metas.robots, route.name).toEqual(['noindex']);
    expect(html).not.toContain('evil.example');
  }
});

const schemaTypes: Record<Exclude<EntryType, 'PAGE'>, string> = {
  BLOG: 'Article',
  TRIVIA: 'Quiz',
  INFOGRAPHIC: 'Article',
  SERVICE: 'Service',
  PLAN: 'Product',
  MICROSERVICE: 'WebAPI',
  APP: 'SoftwareApplication',
};

for (const type of detailTypes) {
  test(`machines read one of ${entryTypes[type].plural} as ${schemaTypes[type]}, with the way to it`, async ({
    request,
  }) => {
    const entry = await firstEntry(type);
    const things = readStructuredData(await ask(request, getEntryPath(type, entry.slug)));
    const own = things.find((thing) => thing['@type'] === schemaTypes[type]);
    expect(own).toMatchObject({ url: siteUrl + getEntryPath(type, entry.slug) });
    expect(own?.name ?? own?.headline).toBe(entry.title);
    const crumbs = things.find((thing) => thing['@type'] === 'BreadcrumbList');
    expect(crumbs?.itemListElement).toContainEqual(
      expect.objectContaining({
        '@type': 'ListItem',
        name: entry.title,
        item: siteUrl + getEntryPath(type, entry.slug),
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

test('machines find the company on Home, and questions with answers somewhere', async ({ request }) => {
  const organization = readStructuredData(await ask(request, '/')).find((thing) => thing['@type'] === 'Organization');
  expect(organization).toMatchObject({ name: 'WSE', url: siteUrl });
  const withFaqs = await Promise.all(
    detailTypes.map(async (type) => ask(request, getEntryPath(type, (await firstEntry(type)).slug))),
  );
  expect(withFaqs.flatMap(readStructuredData).filter((thing) => thing['@type'] === 'FAQPage').length).toBeGreaterThan(
    0,
  );
});

test('after each step inside the site the head is that of the new page, and nothing is doubled', async ({
  page,
  request,
}) => {
  const { slug } = await firstEntry('BLOG');
  const { address: category } = await firstCategory('BLOG');
  await page.goto('/');
  await hydrated(page);
  async function expectHead(address: string): Promise<void> {
    await expect(page).toHaveURL(siteAddress() + address);
    const { metas, canonicals, titles } = readHead(await (await request.get(address)).text());
    await expect.poll(async () => readHead(await page.content())).toMatchObject({ titles, canonicals });
    expect(readHead(await page.content()).metas).toEqual(metas);
    for (const [name, contents] of Object.entries(metas)) expect(contents, name).toHaveLength(1);
    const alternates = elements(await page.locator('head').innerHTML(), 'link').filter(
      ({ rel }) => rel === 'alternate',
    );
    expect(alternates).toHaveLength(3);
  }
  await expectHead('/');
  const main = page.getByRole('main');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs', exact: true }).click();
  await expectHead(listAddress('BLOG'));
  await main.locator(`a[href="${getEntryPath('BLOG', slug)}"]`).click();
  await expectHead(getEntryPath('BLOG', slug));
  await page.goBack();
  await expectHead(listAddress('BLOG'));
  await main.locator(`a[href="${category}"]`).click();
  await expectHead(category);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await expectHead('/privacy-policy');
});
