import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, holdRequests, test, waitForHydration } from './browser.ts';
import { createEmail, fillRequiredFields, getSiteForm, getSubmitButton, siteForms } from './site-forms.ts';

// The states between a page and its response, at every width and in both themes.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Holds timers of a delay, in milliseconds, that the page sets from now on, until the returned function is called. */
async function holdTimers(page: Page, delay: number): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle((heldDelay) => {
    const { setTimeout: setTimer } = window;
    const { promise, resolve } = Promise.withResolvers<void>();
    const holdOrSet = (handler: () => void, timeout?: number, ...values: unknown[]) =>
      timeout === heldDelay ? void promise.then(handler) : setTimer(handler, timeout, ...values);
    Object.assign(window, { setTimeout: holdOrSet });
    return { resolve };
  }, delay);
  return () => held.evaluate(({ resolve }) => resolve());
}

const formSelector = 'form:has(#field-email)';

// A request for a time has the same view as a booking.
for (const name of ['contact', 'enquiry', 'booking'] as const) {
  const { api, open } = siteForms[name];
  test(`the ${name} form is accessible when invalid, sending, failed and offline, and keeps what was typed`, async ({
    page,
    context,
    expectComplaint,
  }) => {
    // The helpers of enquiries log that they failed (specification, section 4).
    expectComplaint(/Failed to load resource|(business-requests|check-email-phone) failed/);
    const form = getSiteForm(page);
    const send = getSubmitButton(page);
    await open(page);
    await form.locator('#field-email').fill('nobody');
    await send.click();
    await expect(form.getByRole('alert')).toBeFocused();
    await expectAccessible(page, { state: 'wrong', within: formSelector });
    await expect(form.getByRole('alert')).toBeFocused();

    await fillRequiredFields(page, createEmail());
    const release = await holdRequests(page, api, (route) => route.fulfill({ status: 500, json: {} }));
    await send.click();
    await expect(
      form.locator('[aria-busy="true"], button[aria-disabled="true"], button:disabled').first(),
    ).toBeVisible();
    await expectAccessible(page, { state: 'sending', within: formSelector });
    release();
    // An enquiry has no failure message of its own: its button says what to do (readings).
    if (name === 'enquiry') await expect(form.getByRole('button', { name: 'Send again' })).toBeFocused();
    else await expect(form.getByRole('alert')).toBeVisible();
    await expectAccessible(page, { state: 'failed', within: formSelector });

    await page.unroute(api);
    await context.setOffline(true);
    await send.click();
    if (name === 'enquiry') await expect(form.getByRole('button', { name: 'Send again' })).toBeFocused();
    else await expect(form.getByRole('alert')).toContainText('We could not be reached');
    await expectAccessible(page, { state: 'offline', within: formSelector });
    await expect(form.locator('#field-name')).toHaveValue('Ada');
    await context.setOffline(false);
  });
}

test('a page is accessible while it loads, when it is late and when it fails to load', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|Failed to fetch/);
  const release = await holdRequests(page, '**/api/plan/enable/list*', (route) => route.abort('internetdisconnected'));
  await page.goto('/about-us');
  await waitForHydration(page);
  // Checking the first state may take longer than these 8 seconds, and it needs timers of its own.
  const makeLate = await holdTimers(page, 8_000);
  await page
    .locator('a[href="/our-plans"]')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeVisible();
  await expectAccessible(page, { state: 'loading' });
  const late = page.getByRole('status').filter({ hasText: 'Still loading' });
  await makeLate();
  await expect(late).toBeVisible();
  await expectAccessible(page, { state: 'still loading' });
  release();
  await expect(page.getByRole('heading', { level: 1, name: /connection|offline|reach/i })).toBeVisible();
  await expectAccessible(page, { state: 'offline' });
});
