import type { Page } from '@playwright/test';
import { expect, test, waitForHydration, waitForPaint } from './browser.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { createApiClient } from './routes.ts';

// The recommendations on Home, on a device that stores the visitor's choice.

const key = 'userCategories';
const readStored = (page: Page) => page.evaluate((name) => localStorage.getItem(name), key);
const readChoices = async (page: Page) => JSON.parse((await readStored(page)) ?? 'null') as unknown;
const getRememberButton = (page: Page) => page.getByRole('button', { name: 'Remember this choice on this device' });
const getForgetButton = (page: Page) => page.getByRole('button', { name: /^Forget/ });
const getTitles = (page: Page) => page.locator('#recommended article h3');

/** Returns a persona whose recommendations differ from the default list, and both lists. */
async function findPersona() {
  const { items: personas } = await createApiClient().call('personas', {});
  const read = async (interests: string) =>
    (await createApiClient().call('recommended', { interests, limit: 6 })).items.map(({ title }) => title);
  const usual = await read('');
  for (const persona of personas) {
    const own = await read(persona.interests.join(','));
    if (own.join() !== usual.join()) return { persona, own, usual };
  }
  throw new Error('every persona is recommended the same');
}

async function openHome(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

test('a choice is stored only on request, orders later visits, and can be forgotten', async ({ page }) => {
  const { persona, own, usual } = await findPersona();
  const choice = { kind: 'persona', slug: persona.slug };
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await openHome(page);
  await waitForPaint(page);
  // The library of web vitals is not loaded without a handler.
  expect(fetched.filter((address) => address.includes('web-vitals'))).toEqual([]);
  await expect(getRememberButton(page)).toHaveCount(0);
  await page.locator('#recommended').getByRole('link', { name: persona.label, exact: true }).click();
  await expect(getTitles(page)).toHaveText(own);
  expect(await readStored(page)).toBeNull();

  await getRememberButton(page).press('Enter');
  await expect.poll(() => readChoices(page)).toEqual([choice]);
  await expect(getForgetButton(page)).toBeFocused();
  await expect(page.locator('#recommended').getByRole('status')).toContainText('This device remembers it');

  await openHome(page);
  await expect(getTitles(page)).toHaveText(own);
  await expect(page.locator('#recommended').getByRole('status')).toContainText(persona.label);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([key]);

  await getForgetButton(page).press('Enter');
  await expect(getTitles(page)).toHaveText(usual);
  await expect(getForgetButton(page)).toHaveCount(0);
  await expect.poll(() => readStored(page)).toBeNull();
});

test('several choices are stored, order the list together, fill the enquiry, and can be forgotten one by one or all', async ({
  page,
}) => {
  const [{ items: personas }, { items: interests }] = await Promise.all([
    createApiClient().call('personas', {}),
    createApiClient().call('interests', {}),
  ]);
  const [persona] = personas;
  const chosen = interests.filter(({ slug }) => !persona?.interests.includes(slug)).slice(0, 2);
  if (!persona || chosen.length < 2) throw new Error('the site has too few choices');
  const names = [{ kind: 'persona', slug: persona.slug }, ...chosen.map(({ slug }) => ({ kind: 'interest', slug }))];
  for (const { kind, slug } of names) {
    await openHome(page, `/?${kind}=${slug}`);
    await getRememberButton(page).click();
    await expect(page.locator('#recommended').getByRole('status')).toContainText('This device remembers it');
  }
  await expect.poll(() => readChoices(page)).toEqual(names);

  await openHome(page);
  const wanted = [...persona.interests, ...chosen.map(({ slug }) => slug)].join(',');
  const { items } = await createApiClient().call('recommended', { interests: wanted, limit: 6 });
  await expect(getTitles(page)).toHaveText(items.map(({ title }) => title));
  await expect(page.locator('#recommended').getByRole('status')).toContainText('remembers 3 choices');
  await page.locator('#send-enquiry form summary').click();
  await expect(page.locator('#field-persona')).toHaveValue(persona.slug);
  for (const { slug } of chosen)
    await expect(page.locator(`#send-enquiry input[name="interests"][value="${slug}"]`)).toBeChecked();

  await openHome(page, `/?persona=${persona.slug}`);
  await page.getByRole('button', { name: `Forget “${persona.label}”` }).click();
  await expect.poll(() => readChoices(page)).toEqual(names.slice(1));
  await openHome(page);
  await page.getByRole('button', { name: 'Forget all 2' }).click();
  await expect.poll(() => readStored(page)).toBeNull();
  await expect(getForgetButton(page)).toHaveCount(0);
});

test('the list of a stored choice appears without moving the page, and the address takes precedence over it', async ({
  page,
}) => {
  const { persona, own } = await findPersona();
  const { items } = await createApiClient().call('interests', {});
  await page.addInitScript(([name, value]) => localStorage.setItem(name, value), [
    key,
    JSON.stringify({ kind: 'persona', slug: persona.slug }),
  ] as const);
  const shifts = await recordLayoutShifts(page);
  await openHome(page, '/#recommended');
  await expect(getTitles(page)).toHaveText(own);
  expect(await shifts()).toEqual([]);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHome(page, `/?interest=${items[0]?.slug}`);
  await expect(page.locator('#recommended').getByRole('status')).toContainText(`${items[0]?.label}: `);
  await expect(getRememberButton(page)).toBeVisible();
  await expect(getForgetButton(page)).toBeVisible();
  await waitForPaint(page);
  expect(asked).not.toContain('/api/search/recommended');
});

test('invalid storage, a removed persona and a failing call leave the usual list', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  const { persona, usual } = await findPersona();
  await openHome(page);
  for (const value of ['{broken', '[1]', '"x"', '{"kind":"persona","slug":"nobody"}']) {
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const);
    await openHome(page);
    await expect(getTitles(page)).toHaveText(usual);
    await expect(getForgetButton(page)).toHaveCount(0);
  }
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify({ kind: 'persona', slug: persona.slug }),
  ] as const);
  await page.route('**/api/search/recommended*', (route) => route.abort());
  await openHome(page);
  await expect(getForgetButton(page)).toBeVisible();
  await expect(getTitles(page)).toHaveText(usual);
});

test('a browser that blocks storage shows the complete site and says that nothing is stored', async ({ page }) => {
  const { persona, own } = await findPersona();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await openHome(page, `/?persona=${persona.slug}`);
  await expect(getTitles(page)).toHaveText(own);
  await getRememberButton(page).click();
  await expect(page.getByRole('alert')).toContainText('does not let us store anything');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is stored, and no button for storing is shown', async ({ page }) => {
    const { persona, own } = await findPersona();
    await page.goto(`/?persona=${persona.slug}`);
    await expect(getTitles(page)).toHaveText(own);
    await expect(page.locator('#recommended').getByRole('button')).toHaveCount(0);
  });
});

test('a handler receives the web vitals of the page', async ({ page }) => {
  await page.addInitScript(() => {
    const names: string[] = [];
    Object.assign(window, { names, webVitalsHandler: ({ name }: { name: string }) => names.push(name) });
  });
  await page.goto('/about-us');
  await expect
    .poll(() => page.evaluate(() => (window as typeof window & { names: string[] }).names))
    .toEqual(expect.arrayContaining(['FCP', 'TTFB']));
});
