import { expect, it } from 'vitest';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import { makeEntry, sampleFields } from '../../testing/makers.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite();
await makeEntry(site.database, 'PAGE', { slug: 'home' });
// The most entries of one answer of the API. Those that follow are last in the order of editors.
for (const type of ['MICROSERVICE', 'APP', 'PAGE'] as const)
  for (let number = 1; number <= 100; number++) await makeEntry(site.database, type);

const read = async (path: string) => (await fetch(site.address + path)).text();

it('a service links to its microservices, however many there are', async () => {
  const { slug } = await makeEntry(site.database, 'MICROSERVICE', { text: { title: 'The last microservice' } });
  const fields = { ...sampleFields.SERVICE, microservices: [slug] };
  const service = await makeEntry(site.database, 'SERVICE', { text: { fields } });
  expect(await read(getEntryPath('SERVICE', service.slug))).toContain('The last microservice');
});

it('an enquiry on Home can be about any app, and /apps links to each', async () => {
  const { slug } = await makeEntry(site.database, 'APP', { text: { title: 'The last app' } });
  const path = getEntryPath('APP', slug);
  expect(await read('/')).toContain(`<option value="${path}">The last app</option>`);
  expect(await read('/apps')).toContain(`href="${path}"`);
});
