import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { expect, getSiteAddress, test, waitForHydration } from './browser.ts';

const message = 'Two fibres, one duct. What would you do?\nمرحبا 👩🏽‍🔧';

async function fill(page: Page, fields: { name?: string; email?: string; message?: string }): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await page.locator(`#field-${name}`).fill(text);
}

async function expectThanks(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/thank-you\?reference=[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Your message has reached us' })).toBeVisible();
}

const getSendButton = (page: Page) => page.getByRole('button', { name: /^Send/ });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent, and a refresh of the thank-you page sends nothing again', async ({ page }) => {
    await page.goto('/contact-us');
    await fill(page, { name: "Siobhán O'Beirne", email: 'siobhan+site@example.org', message });
    await getSendButton(page).click();
    await expectThanks(page);
    await page.reload();
    await expectThanks(page);
  });

  test('errors are shown beside their fields, and the values are kept', async ({ page, expectComplaint }) => {
    expectComplaint(/status of 422/);
    await page.goto('/contact-us');
    // A browser scrolls to the first invalid field. The sticky header must not cover its label.
    await getSendButton(page).click();
    const header = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().height);
    const label = page.getByText('Your name', { exact: true });
    await expect.poll(() => label.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(header);
    // The form is sent as by a browser without validation.
    await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('novalidate', ''));
    await fill(page, { name: 'Ada', email: 'nobody', message });
    await getSendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Your e-mail: Please enter an e-mail address');
    await expect(page.locator('#field-email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#field-message')).toHaveValue(message);
    await expect(page.locator('#field-name')).toHaveValue('Ada');
    await page.locator('#field-email').fill('ada@example.org');
    await getSendButton(page).click();
    await expectThanks(page);
  });
});

test.describe('with JavaScript', () => {
  test('a message is sent by keyboard alone', async ({ page }) => {
    await page.goto('/contact-us');
    await waitForHydration(page);
    await page.locator('#field-name').focus();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.org');
    await page.locator('#field-message').focus();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Tab');
    await expect(page.locator('#field-files')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(getSendButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expectThanks(page);
  });

  test('a refused e-mail address is named in a focused summary, and after a lost connection the same message is sent', async ({
    page,
    expectComplaint,
  }) => {
    await test.step('an e-mail address that only browsers accept is refused; the summary links to the field', async () => {
      await page.goto('/contact-us');
      await waitForHydration(page);
      await fill(page, { name: 'Ada', email: 'ada@localhost', message: 'Hello' });
      await getSendButton(page).click();
      const summary = page.getByRole('alert');
      await expect(summary).toBeFocused();
      await summary.getByRole('link', { name: /Your e-mail/ }).click();
      await expect(page.locator('#field-email')).toBeFocused();
      expect(await findViolations(page)).toEqual([]);
    });

    await test.step('a lost connection keeps the values, and the second attempt sends the same message', async () => {
      expectComplaint(/Failed to load resource/);
      const keys: string[] = [];
      let isLost = true;
      await page.route('**/api/contact/submit', (route) => {
        keys.push((route.request().postDataJSON() as { key: string }).key);
        return isLost ? route.abort('internetdisconnected') : route.continue();
      });
      await fill(page, { name: 'Ada', email: 'ada@example.org', message });
      await getSendButton(page).click();
      await expect(page.getByRole('alert')).toContainText('We could not be reached');
      await expect(page.locator('#field-message')).toHaveValue(message);
      isLost = false;
      await page.getByRole('button', { name: 'Send again' }).click();
      await expectThanks(page);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    });
  });
});

test('the thank-you page claims no success for an invented reference', async ({ plainPage: page }) => {
  await page.goto(`${getSiteAddress()}/thank-you?reference=0000-0000`);
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your interest' })).toBeVisible();
});
