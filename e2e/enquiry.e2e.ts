import type { Page } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { paths } from '../contract/http/paths.table.ts';
import { testInterests } from '../testing/site-content.ts';
import { findViolations } from './axe.ts';
import { expect, holdRequests, test, waitForHydration, waitForPaint } from './browser.ts';
import { getFirstEntry } from './routes.ts';
import { createEmail } from './site-forms.ts';

const [first, second] = testInterests;
const message = 'Two fibres, one duct.\nمرحبا 👩🏽‍🔧';
const enquiryApi = '**/api/business/business-requests';

const kinds = [
  { name: 'Home', find: async () => '/' },
  // entry-types.e2e.ts checks the enquiry form on the page of every type.
  ...(['SERVICE', 'APP'] as const).map((type) => ({
    name: `a page of the kind ${type}`,
    find: async () => getEntryPath(type, (await getFirstEntry(type)).slug),
  })),
];

const [, service] = kinds;

const getForm = (page: Page) => page.locator('#send-enquiry form');
const getSendButton = (page: Page) => getForm(page).getByRole('button', { name: /^Send/ });

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await getForm(page).locator(`#field-${name}`).fill(text);
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

async function chooseSubject(page: Page): Promise<void> {
  const subject = getForm(page).locator('select[name="subject"]');
  if ((await subject.count()) > 0) await subject.selectOption({ label: 'Something else' });
}

async function expectThanks(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/thank-you\?reference=[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Your message has reached us' })).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('an enquiry is sent from every kind of page with all its fields, and Back keeps what was typed', async ({
      page,
    }) => {
      const bodies: Record<string, unknown>[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/business/business-requests'))
          bodies.push(request.postDataJSON());
      });
      for (const kind of kinds) {
        await test.step(kind.name, async () => {
          bodies.length = 0;
          const address = await kind.find();
          await page.goto(address);
          if (javaScriptEnabled) await waitForHydration(page);
          if (kind === service) {
            await fill(page, { name: 'Ada', email: 'ada@example.org', message });
            await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).first().click();
            await expect(page).toHaveURL(/\/contact-us$/);
            await page.goBack();
            await expect(getForm(page).locator('#field-name'), 'after Back').toHaveValue('Ada');
            await expect(getForm(page).locator('#field-message'), 'after Back').toHaveValue(message);
          }
          await chooseSubject(page);
          await fill(page, { name: "Siobhán O'Beirne", email: createEmail(), message, countryCode: 'GB' });
          await fill(page, { contactNumber: `0117 ${Date.now() % 1e7}` });
          await getForm(page).locator('summary').click();
          await getForm(page).getByRole('checkbox', { name: first.label }).check();
          await getForm(page).getByRole('checkbox', { name: second.label }).check();
          await getForm(page).locator('#field-persona').selectOption({ index: 1 });
          await fill(page, { country: 'Ireland', region: 'Leinster', city: 'Dublin' });
          await getSendButton(page).click();
          await expectThanks(page);
          if (javaScriptEnabled) {
            expect(bodies).toEqual([
              expect.objectContaining({
                subject: address,
                interests: [first.slug, second.slug],
                city: 'Dublin',
                message,
              }),
            ]);
          }
          await page.reload();
          await expectThanks(page);
        });
      }
    });

    test('errors are shown beside their fields and in a focused summary, and the values are kept', async ({
      page,
      expectComplaint,
    }) => {
      if (!javaScriptEnabled) expectComplaint(/status of 422/);
      await page.goto('/');
      if (javaScriptEnabled) await waitForHydration(page);
      // Bypasses the browser's own validation.
      await getForm(page).evaluate((element) => element.setAttribute('novalidate', ''));
      await fill(page, { name: 'Ada', email: 'nobody', message });
      await getForm(page).locator('summary').click();
      await getForm(page).getByRole('checkbox', { name: first.label }).check();
      await fill(page, { city: 'Dublin' });
      await getSendButton(page).click();
      const summary = getForm(page).getByRole('alert');
      await expect(summary).toContainText('Your e-mail: Please enter an e-mail address');
      await expect(summary).toContainText('Subject: Please choose what this is about.');
      await expect(summary).toBeFocused();
      await expect(summary).toBeInViewport();
      for (const [name, value] of Object.entries({ name: 'Ada', email: 'nobody', message, city: 'Dublin' }))
        await expect(getForm(page).locator(`#field-${name}`)).toHaveValue(value);
      await expect(getForm(page).getByRole('checkbox', { name: first.label })).toBeChecked();
      await expect(getForm(page).locator('#field-email')).toHaveAttribute('aria-invalid', 'true');
      await summary.getByRole('link', { name: /Your e-mail/ }).click();
      await expect(getForm(page).locator('#field-email')).toBeFocused();
      await fill(page, { email: createEmail() });
      await chooseSubject(page);
      await getSendButton(page).click();
      await expectThanks(page);
    });
  });
}

test('an enquiry is sent by keyboard alone', async ({ page }) => {
  await open(page, (await service?.find()) ?? '/');
  await getForm(page).locator('#field-name').focus();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type(createEmail());
  // Company, country code, telephone, the choice to remember, the message, files, the rest.
  for (let step = 0; step < 7; step++) await page.keyboard.press('Tab');
  await expect(getForm(page).locator('summary')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(getForm(page).locator('#field-persona')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(getForm(page).getByRole('checkbox').nth(1)).toBeChecked();
  while (!(await getSendButton(page).evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectThanks(page);
});

test('a form with errors is accessible, a refusal is shown, and after a lost connection the same form is sent again', async ({
  page,
  expectComplaint,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');

  await test.step('errors are accessible, narrow and wide, in light and dark', async () => {
    await fill(page, { email: 'nobody' });
    await getForm(page).locator('summary').click();
    await getSendButton(page).click();
    await expect(getForm(page).getByRole('alert')).toBeFocused();
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await findViolations(page, { within: '#send-enquiry' }), `${colorScheme}, ${width} px wide`).toEqual([]);
      }
    }
  });

  await test.step('a response with an error is a refusal, and is shown', async () => {
    await page.route(enquiryApi, (route) =>
      route.fulfill({ json: { reference: 'X', error: 'We do not serve this place.' } }),
    );
    await chooseSubject(page);
    await fill(page, { name: 'Ada', email: createEmail(), message });
    await getSendButton(page).click();
    await expect(getForm(page).getByRole('alert')).toContainText('We do not serve this place.');
    await expect(getForm(page).locator('#field-name')).toHaveValue('Ada');
    await page.unroute(enquiryApi);
  });

  await test.step('a lost connection shows no failure message; the values stay, and "Send again" has the focus', async () => {
    expectComplaint(/Failed to load resource|business-requests failed|check-email-phone failed/);
    const keys: string[] = [];
    let isLost = true;
    await page.route(enquiryApi, (route) => {
      keys.push((route.request().postDataJSON() as { key: string }).key);
      return isLost ? route.abort('internetdisconnected') : route.continue();
    });
    await getSendButton(page).click();
    const again = getForm(page).getByRole('button', { name: 'Send again' });
    await expect(getForm(page).getByRole('alert')).toHaveCount(0);
    await expect(again).toBeFocused();
    await expect(getForm(page).locator('a[href^="mailto:"]')).toBeVisible();
    await expect(getForm(page).locator('#field-message')).toHaveValue(message);
    isLost = false;
    await page.keyboard.press('Enter');
    await expectThanks(page);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

test('details are remembered only on request, fill empty fields only, and can be forgotten', async ({ page }) => {
  const readStored = () => page.evaluate(() => localStorage.getItem('userDatails'));
  const getRememberCheckbox = () => page.getByRole('checkbox', { name: 'Remember my details on this device' });
  const email = createEmail();
  await open(page, '/');
  await chooseSubject(page);
  await fill(page, { name: 'Ada', email, message });
  await getRememberCheckbox().check();
  expect(await readStored()).toBeNull();
  await getSendButton(page).click();
  await expectThanks(page);
  await expect.poll(async () => JSON.parse((await readStored()) ?? 'null')).toEqual({ name: 'Ada', email });

  await open(page, '/contact-us');
  await expect(page.locator('#field-email')).toHaveValue(email);
  await expect(getRememberCheckbox()).toBeChecked();
  await expect(page.locator('#field-message')).toHaveValue('');
  await getRememberCheckbox().uncheck();
  await expect.poll(readStored).toBeNull();
});

test('the remembered role is selected in the form', async ({ page }) => {
  await page.addInitScript(
    ({ slug }) => localStorage.setItem('userCategories', JSON.stringify({ kind: 'interest', slug })),
    second,
  );
  await open(page, '/');
  await getForm(page).locator('summary').click();
  await expect(getForm(page).getByRole('checkbox', { name: second.label })).toBeChecked();
  await expect(getForm(page).getByRole('checkbox', { name: first.label })).not.toBeChecked();
});

test('places and the code for sending are loaded when they are used, and every town is suggested by the beginning of its name', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, '/');
  await waitForPaint(page);
  expect(asked.filter((path) => /forms-|location/.test(path))).toEqual([]);
  await getForm(page).locator('#field-name').focus();
  await expect.poll(() => asked.some((path) => /\/forms-/.test(path))).toBe(true);
  await getForm(page).locator('summary').click();
  await getForm(page).locator('#field-country').focus();
  await expect(getForm(page).locator('#field-country-list option[value="Ireland"]')).toHaveCount(1);
  await fill(page, { country: 'ireland' });
  await getForm(page).locator('#field-region').focus();
  await expect(getForm(page).locator('#field-region-list option[value="Leinster"]')).toHaveCount(1);
  await fill(page, { region: 'Leinster' });
  await getForm(page).locator('#field-city').focus();
  await expect(getForm(page).locator('#field-city-list option[value="Dublin"]')).toHaveCount(1);

  await fill(page, { country: 'United Kingdom', region: 'England' });
  // The first towns of the region are requested by the focus, and arrive after those that begin with the typed text.
  const release = await holdRequests(page, (url) => url.pathname === paths.cities && !url.searchParams.has('name'));
  const firstTowns = page.waitForRequest((sent) => new URL(sent.url()).pathname === paths.cities);
  await getForm(page).locator('#field-city').focus();
  await firstTowns;
  for (const town of ['York', 'Wolverhampton', 'Carlisle']) {
    await getForm(page).locator('#field-city').fill(town.slice(0, 3).toLowerCase());
    await expect(getForm(page).locator(`#field-city-list option[value="${town}"]`)).toHaveCount(1);
  }
  // England has more towns than the five pages that are requested at most.
  const lastPage = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('page') === '4');
  release();
  await (await lastPage).finished();
  await waitForPaint(page);
  await expect(getForm(page).locator('#field-city-list option[value="Carlisle"]')).toHaveCount(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('towns are found by the beginning of their name, and the form keeps its values', async ({ page }) => {
    await page.goto('/');
    await expect(getForm(page).getByRole('button', { name: 'Find cities' })).toBeHidden();
    await getForm(page).locator('summary').click();
    await fill(page, { name: 'Ada', country: 'United Kingdom', region: 'England', city: 'wolv' });
    await getForm(page).getByRole('button', { name: 'Find cities' }).click();
    await expect(getForm(page).getByRole('alert')).toContainText('Nothing has been sent');
    await expect(getForm(page).getByRole('alert')).not.toContainText('There is a problem');
    await expect(getForm(page).locator('#field-city-hint')).toContainText('Wolverhampton');
    await expect(getForm(page).locator('#field-city-list option[value="Wolverhampton"]')).toHaveCount(1);
    for (const [name, value] of Object.entries({ name: 'Ada', region: 'England', city: 'wolv' }))
      await expect(getForm(page).locator(`#field-${name}`)).toHaveValue(value);
  });
});
