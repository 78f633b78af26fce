import type { Page } from '@playwright/test';
import { expect, test, waitForHydration } from './browser.ts';
import { createEmail, fillRequiredFields, getSiteForm, getSubmitButton, siteForms } from './site-forms.ts';

// The idempotency key belongs to the content: the same content has the same key, changed content has a new key.

/** Records the keys of a form's calls. While `isLost` is true, the server gets a call but its response is lost. */
async function recordKeys(page: Page, api: string) {
  const recorded = { keys: [] as string[], references: [] as string[], isLost: true };
  await page.route(api, async (route) => {
    recorded.keys.push((route.request().postDataJSON() as { key: string }).key);
    const response = await route.fetch();
    recorded.references.push(((await response.json()) as { reference: string }).reference);
    await (recorded.isLost ? route.abort('connectionreset') : route.fulfill({ response }));
  });
  return recorded;
}

test.beforeEach(({ expectComplaint }) => expectComplaint(/Failed to load resource|business-requests failed/));

async function submitAndFail(page: Page): Promise<void> {
  await getSubmitButton(page).click();
  await expect(getSiteForm(page).getByRole('button', { name: 'Sending…' })).toHaveCount(0);
  await expect(getSubmitButton(page)).toBeVisible();
}

/** Expects a new key after a change, and the first key after the change is undone. Nothing is stored. */
async function expectKeyOfContent(page: Page, api: string): Promise<void> {
  const keys: string[] = [];
  await page.route(api, (route) => {
    keys.push((route.request().postDataJSON() as { key: string }).key);
    return route.abort('connectionreset');
  });
  const email = createEmail();
  for (const message of ['Two fibres.', 'Three fibres.', 'Two fibres.']) {
    await fillRequiredFields(page, email, message);
    await submitAndFail(page);
  }
  const [first, changed, undone] = keys;
  expect(changed).not.toBe(first);
  expect(undone).toBe(first);
  await page.unroute(api);
}

/** Sends a form of which the first response is lost, and expects that it is stored once, under one key. */
async function expectStoredOnce(page: Page, api: string, reopen?: (page: Page) => Promise<void>): Promise<void> {
  const recorded = await recordKeys(page, api);
  const email = createEmail();
  await fillRequiredFields(page, email);
  await submitAndFail(page);
  if (reopen) {
    await reopen(page);
    await fillRequiredFields(page, email);
  }
  recorded.isLost = false;
  await getSubmitButton(page).click();
  await expect(page).toHaveURL(/thank-you\?reference=/);
  expect(recorded.keys).toHaveLength(2);
  expect(new Set(recorded.keys).size).toBe(1);
  expect(recorded.references).toHaveLength(2);
  expect(new Set(recorded.references).size).toBe(1);
  await page.unroute(api);
}

for (const name of ['contact', 'enquiry', 'request'] as const) {
  const { api, open } = siteForms[name];

  test(`the ${name} form has a key for its content, under which it is stored once`, async ({ page }) => {
    await open(page);
    await test.step('a change has a new key, and its undoing the first', () => expectKeyOfContent(page, api));
    await test.step('it is sent again after a lost response', () => expectStoredOnce(page, api));
    await open(page);
    await test.step('it is typed and sent again after a reload', () => expectStoredOnce(page, api, open));
  });
}

test('the booking form has a key for its content, under which it is stored once', async ({ page }) => {
  const { api, open } = siteForms.booking;
  await open(page);
  await test.step('a change has a new key, and its undoing the first', () => expectKeyOfContent(page, api));

  await test.step('it has the same key after a reload of the page with its held time', async () => {
    const keys: string[] = [];
    // The server must not book: the page of a booked time has no form any more.
    await page.route(api, (route) => {
      keys.push((route.request().postDataJSON() as { key: string }).key);
      return route.abort('connectionreset');
    });
    const email = createEmail();
    for (const _attempt of [1, 2]) {
      await fillRequiredFields(page, email);
      await submitAndFail(page);
      await page.reload();
      await waitForHydration(page);
    }
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await page.unroute(api);
  });

  await test.step('it is sent again after a lost response', () => expectStoredOnce(page, api));
});
