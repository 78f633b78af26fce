import type { Page } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { expect, holdRequests, test, waitForHydration } from './browser.ts';
import { getFirstEntry } from './routes.ts';
import { createEmail, fillRequiredFields, getSiteForm, getSubmitButton, siteForms } from './site-forms.ts';

// A visitor who leaves a form while it is sent stays on the next page. Values that were sent are not restored.

/** The forms to which Back leads again. The booking form is gone once its time is booked. */
const forms = (['contact', 'enquiry', 'request'] as const).map((name) => ({ name, ...siteForms[name] }));

/** Holds the form's call. The returned function releases the call, and waits until the page has the response. */
async function holdCall(page: Page, api: string, outcome: 'stored' | 'lost') {
  const release = await holdRequests(page, api, (route) =>
    outcome === 'stored' ? route.continue() : route.abort('connectionreset'),
  );
  return async () => {
    const ended = outcome === 'stored' ? page.waitForResponse(api) : page.waitForEvent('requestfailed');
    release();
    await ended;
    // Longer than a navigation that the response would start.
    await page.waitForTimeout(500);
  };
}

async function sendForm(page: Page): Promise<void> {
  await getSubmitButton(page).click();
  await expect(getSubmitButton(page)).toHaveText('Sending…');
}

const leavePage = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy', exact: true }).click();

for (const { name, api, open } of forms) {
  test(`a visitor who leaves the ${name} form while it is sent is not moved, and finds it empty or filled on return`, async ({
    page,
    expectComplaint,
  }) => {
    const nextPage = page.getByRole('heading', { level: 1, name: 'Privacy policy' });
    const messageField = getSiteForm(page).locator('#field-message');

    await test.step('stored while the next page is shown: the visitor stays there, and finds the form empty', async () => {
      const releaseCall = await holdCall(page, api, 'stored');
      await open(page);
      await fillRequiredFields(page, createEmail());
      await sendForm(page);
      await leavePage(page);
      await expect(nextPage).toBeVisible();
      await releaseCall();
      await expect(page).toHaveURL(/\/privacy-policy$/);
      await page.goBack();
      await expect(getSiteForm(page).locator('#field-email')).toBeVisible();
      await expect(messageField).toHaveValue('');
      await page.unroute(api);
    });

    await test.step('stored while the next page is loading: the visitor arrives there', async () => {
      const releaseCall = await holdCall(page, api, 'stored');
      const releasePage = await holdRequests(page, '**/api/page/getData*');
      await open(page);
      await fillRequiredFields(page, createEmail());
      await sendForm(page);
      await leavePage(page);
      await releaseCall();
      releasePage();
      await expect(nextPage).toBeVisible();
      await expect(page).toHaveURL(/\/privacy-policy$/);
      await page.unroute(api);
      await page.unroute('**/api/page/getData*');
    });

    await test.step('lost: the form is empty while it is sent, and filled when the answer is lost', async () => {
      expectComplaint(/Failed to load resource|business-requests failed/);
      const releaseCall = await holdCall(page, api, 'lost');
      await open(page);
      await fillRequiredFields(page, createEmail());
      await sendForm(page);
      await leavePage(page);
      await expect(nextPage).toBeVisible();
      await page.goBack();
      await expect(messageField).toHaveValue('');
      await releaseCall();
      await expect(messageField).toHaveValue('Two fibres, one duct.');
    });
  });
}

test('a visitor who leaves an enquiry for another service while it is sent stays there', async ({ page }) => {
  const releaseCall = await holdCall(page, siteForms.enquiry.api, 'stored');
  const { slug } = await getFirstEntry('SERVICE');
  await page.goto(getEntryPath('SERVICE', slug));
  await waitForHydration(page);
  await fillRequiredFields(page, createEmail());
  await sendForm(page);
  await page.locator('#related').getByRole('link').first().click();
  await expect(page).not.toHaveURL(new RegExp(`/${slug}$`));
  const address = page.url();
  await releaseCall();
  await expect(page).toHaveURL(address);
});

test('a visitor who views other times while a booking is sent reaches the thank-you page', async ({ page }) => {
  const releaseCall = await holdCall(page, siteForms.booking.api, 'stored');
  await siteForms.booking.open(page);
  await fillRequiredFields(page, createEmail());
  await sendForm(page);
  const address = page.url();
  // By the keyboard: a pointer would rest on the next page's link, whose preloaded data asks for the hold again.
  await page
    .getByRole('link', { name: /^(Earlier|Later) times$/ })
    .first()
    .press('Enter');
  await expect(page).not.toHaveURL(address);
  await releaseCall();
  await expect(page).toHaveURL(/thank-you\?reference=/);
});
