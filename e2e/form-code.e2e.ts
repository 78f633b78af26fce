import { createPdf } from '../testing/sample-files.ts';
import { expect, holdRequests, test } from './browser.ts';
import { passTimeUntil, stopClock } from './clock.ts';
import { createEmail, fillRequiredFields, getSiteForm, getSubmitButton, siteForms } from './site-forms.ts';

// The code that checks and sends a form is loaded when the form is first used. In these tests the code comes late or
// not at all, and a backend answers a success in every way it may (specification, section 7: 200 to 299).

const code = '**/assets/forms-*.js';
const failed = /Failed to load resource|Failed to fetch dynamically imported module/;

test('a file is uploaded without the code that reports its progress', async ({ page, expectComplaint }) => {
  expectComplaint(failed);
  await page.route('**/assets/progress-fetch-*.js', (route) => route.abort('connectionfailed'));
  await siteForms.contact.open(page);
  const { name, bytes } = createPdf();
  await getSiteForm(page).locator('#field-files').setInputFiles({ name, mimeType: '', buffer: bytes });
  await expect(getSiteForm(page).getByText('is attached')).toBeAttached();
});

for (const [name, { api, open }] of Object.entries(siteForms)) {
  test(`the button of the ${name} form says "Sending…" before the code is loaded, and further presses send nothing`, async ({
    page,
  }) => {
    let calls = 0;
    await page.route(api, (route) => {
      calls += 1;
      return route.continue();
    });
    await open(page);
    const isRequested = page.waitForRequest(code);
    const release = await holdRequests(page, code);
    await fillRequiredFields(page, createEmail());
    await getSubmitButton(page).dblclick();
    await isRequested;
    await expect(getSubmitButton(page)).toHaveText('Sending…');
    await getSubmitButton(page).press('Enter');
    release();
    await expect(page).toHaveURL(/thank-you\?reference=/);
    expect(calls).toBe(1);
  });
}

for (const name of ['contact', 'enquiry'] as const) {
  const { api, open } = siteForms[name];

  test(`the ${name} form is sent after five failures to load its code`, async ({ page, expectComplaint }) => {
    expectComplaint(failed);
    let requests = 0;
    await page.route(code, (route) => {
      requests += 1;
      return requests <= 5 ? route.abort('connectionfailed') : route.continue();
    });
    // The pauses between attempts are 1,000 ms each.
    await page.clock.install();
    await open(page);
    await fillRequiredFields(page, createEmail());
    await getSubmitButton(page).click();
    await expect(getSubmitButton(page)).toHaveText('Sending…');
    await passTimeUntil(page, () => expect(requests).toBe(6));
    await expect(page).toHaveURL(/thank-you\?reference=/);
  });

  test(`the ${name} form keeps its values and can be sent again when neither its code nor the server can be reached`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(failed);
    let requests = 0;
    let isBroken = true;
    await page.route(code, (route) => {
      requests += 1;
      return isBroken ? route.abort('connectionfailed') : route.continue();
    });
    await page.route('**/build.json', (route) => (isBroken ? route.abort('connectionfailed') : route.continue()));
    // The pauses between attempts are 1,000 ms each.
    await page.clock.install();
    await open(page);
    await stopClock(page);
    await fillRequiredFields(page, createEmail());
    await getSubmitButton(page).click();
    await expect(getSubmitButton(page)).toHaveText('Sending…');
    await passTimeUntil(page, async () => expect(await getSubmitButton(page).textContent()).toBe('Send again'));
    // The failure moves the focus into the form, which starts one more request.
    expect(requests - 6).toBeLessThanOrEqual(1);
    expect(requests).toBeGreaterThanOrEqual(6);
    // The failure of an enquiry has no message (specification, section 8).
    if (name === 'contact') await expect(getSiteForm(page).getByRole('alert')).toContainText('We could not be reached');
    else await expect(getSubmitButton(page)).toBeFocused();
    await expect(getSiteForm(page).locator('#field-message')).toHaveValue('Two fibres, one duct.');
    isBroken = false;
    await page.clock.resume();
    await getSubmitButton(page).click();
    await expect(page).toHaveURL(/thank-you\?reference=/);
  });

  test(`the ${name} form is submitted by the browser itself when only its code is missing`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(failed);
    await page.route(code, (route) => route.abort('connectionfailed'));
    // The pauses between attempts are 1,000 ms each.
    await page.clock.install();
    await open(page);
    await fillRequiredFields(page, createEmail());
    await getSubmitButton(page).click();
    await passTimeUntil(page, () => expect(page.url()).toMatch(/thank-you\?reference=/));
  });

  test(`the ${name} form is accepted when a backend answers a success in another way`, async ({ page }) => {
    for (const [status, body] of [
      [204, ''],
      [200, ''],
      [201, 'null'],
      [200, '<html>Thank you</html>'],
      [299, '"stored"'],
    ] as const) {
      await test.step(`${status} with ${JSON.stringify(body)}`, async () => {
        await page.unroute(api);
        await page.route(api, (route) => route.fulfill({ status, body }));
        await open(page);
        await fillRequiredFields(page, createEmail());
        await getSubmitButton(page).click();
        await expect(page).toHaveURL(/\/thank-you$/);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      });
    }
  });
}
