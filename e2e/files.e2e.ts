import type { Page } from '@playwright/test';
import { startSiteWithTestContent } from '../testing/content-sites.ts';
import { createDocx, createJpeg, createPdf, createPng, type SampleFile } from '../testing/sample-files.ts';
import { company } from '../testing/site-content.ts';
import { findViolations } from './axe.ts';
import { expect, test, waitForHydration } from './browser.ts';

const getFileField = (page: Page) => page.getByLabel('Files', { exact: false }).and(page.locator('input[type=file]'));
const getSendButton = (page: Page) => page.getByRole('button', { name: /^Send/ });
const getChosenFiles = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');

async function choose(page: Page, ...files: SampleFile[]): Promise<void> {
  const payload = files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes }));
  await getFileField(page).setInputFiles(payload);
}

async function fill(page: Page, email = 'ada@example.org'): Promise<void> {
  await page.locator('#field-name').fill('Ada');
  await page.locator('#field-email').fill(email);
  await page.locator('#field-message').fill(`Hello, ${Math.random()}`);
}

async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Your message has reached us' })).toBeVisible();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('files go with the form, which is sent without a file too', async ({ page }) => {
    await page.goto('/contact-us');
    await fill(page);
    await choose(page, createPdf(), await createPng(), await createJpeg(), createDocx());
    await getSendButton(page).click();
    await expectThanks(page);
    await expect(page.getByText('Your files did not arrive')).toHaveCount(0);

    // A form without a file.
    await page.goto('/contact-us');
    await fill(page);
    await getSendButton(page).click();
    await expectThanks(page);
  });

  test('a form shown again keeps its files, and one can be left out', async ({ page, expectComplaint }) => {
    expectComplaint(/status of 422/);
    await page.goto('/contact-us');
    await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('novalidate', ''));
    await fill(page, 'nobody');
    await choose(page, createPdf('one.pdf'), createPdf('two.pdf'));
    await getSendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('Your e-mail');
    await expect(getChosenFiles(page)).toHaveText([/one\.pdf/, /two\.pdf/]);
    await page.getByRole('checkbox', { name: /two\.pdf/ }).uncheck();
    await choose(page, createPdf('three.pdf'));
    await getSendButton(page).click();
    await expect(getChosenFiles(page)).toHaveText([/three\.pdf/, /one\.pdf/]);
    await page.locator('#field-email').fill('ada@example.org');
    await getSendButton(page).click();
    await expectThanks(page);
  });

  test('a refused file is named beside the field, and the values and the accepted files are kept', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/status of 422/);
    await page.goto('/contact-us');
    await fill(page);
    await choose(page, createPdf(), { ...createPdf(), name: 'x.png' }, createPdf('big.pdf', 10 * 1024 * 1024 + 1));
    await getSendButton(page).click();
    await expect(page.getByRole('alert')).toContainText('x.png ends in .png but is not a PNG file.');
    await expect(page.locator('#field-files-error')).toContainText('big.pdf is larger than 10 MB.');
    await expect(page.locator('#field-name')).toHaveValue('Ada');
    await expect(getChosenFiles(page)).toHaveText([/plan\.pdf/]);
    await getSendButton(page).click();
    await expectThanks(page);

    await test.step('six files are one too many, by name', async () => {
      expectComplaint(/status of 422/);
      await page.goto('/contact-us');
      await fill(page);
      await choose(page, ...Array.from({ length: 6 }, (_, index) => createPdf(`${index + 1}.pdf`)));
      await getSendButton(page).click();
      await expect(page.getByRole('alert')).toContainText('6.pdf was not added');
      await expect(getChosenFiles(page)).toHaveCount(5);
    });
  });
});

test.describe('with JavaScript', () => {
  test('files are uploaded when they are chosen, and belong to the form', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto('/contact-us');
    await waitForHydration(page);
    // Uploading adds nothing to a page before a file is chosen.
    expect(scripts.filter((address) => /progress-fetch/.test(address))).toEqual([]);
    await choose(page, createPdf(), await createPng());
    await expect(getChosenFiles(page)).toHaveText([/plan\.pdf.*Attached/, /sketch\.png.*Attached/]);
    expect(scripts.filter((address) => /progress-fetch/.test(address))).toHaveLength(1);
    await expect(page.getByRole('status').filter({ hasText: 'is attached' })).toBeAttached();
    expect(await findViolations(page)).toEqual([]);
    await fill(page);
    const [request] = await Promise.all([page.waitForRequest('**/api/contact/submit'), getSendButton(page).click()]);
    expect((request.postDataJSON() as { files: string }).files.split(',')).toHaveLength(2);
    await expectThanks(page);

    await test.step('uploads are removed by keyboard, and the other files belong to the form', async () => {
      await page.goto('/contact-us');
      await waitForHydration(page);
      await choose(page, createPdf('keep.pdf'), createPdf('drop.pdf'));
      await expect(getChosenFiles(page)).toHaveText([/Attached/, /Attached/]);
      await getFileField(page).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Remove drop.pdf' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(getChosenFiles(page)).toHaveText([/keep\.pdf/]);
      await expect(getFileField(page)).toBeFocused();
      await fill(page);
      const [request] = await Promise.all([page.waitForRequest('**/api/contact/submit'), getSendButton(page).click()]);
      expect((request.postDataJSON() as { files: string }).files.split(',')).toHaveLength(1);
      await expectThanks(page);
    });
  });

  test('a slow upload shows its progress, and a form sent meanwhile waits for its files', async ({ page }) => {
    await page.goto('/contact-us');
    await waitForHydration(page);
    await fill(page);
    // Loaded once, so that only the file uses the slow connection.
    await choose(page, createPdf('first.pdf'));
    await expect(getChosenFiles(page)).toHaveText([/Attached/]);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const limitUpload = (uploadThroughput: number) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    // The upload would take 75 s: it must not end before the form is sent.
    await limitUpload(20_000);
    await choose(page, createPdf('slow.pdf', 1_500_000));
    const progress = page.getByRole('progressbar', { name: 'Sending slow.pdf' });
    await expect(progress).toBeVisible();
    await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value > 0 && bar.value < 1)).toBe(true);
    await getSendButton(page).click();
    await expect(page.getByRole('status').filter({ hasText: 'as soon as the files are attached' })).toBeVisible();
    await limitUpload(-1);
    await expectThanks(page);
  });

  test('a refused file is named beside the field, before and after the upload, and so is a lost connection', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/status of 415/);
    await page.goto('/contact-us');
    await waitForHydration(page);
    await choose(page, { name: 'setup.exe', bytes: Buffer.from('MZ') }, createPdf('big.pdf', 10 * 1024 * 1024 + 1));
    await expect(page.locator('#field-files-error')).toHaveText(
      'setup.exe is not a PDF, PNG, JPEG or DOCX file. big.pdf is larger than 10 MB.',
    );
    await expect(getFileField(page)).toHaveAttribute('aria-invalid', 'true');
    await choose(page, { ...createPdf(), name: 'x.png' });
    await expect(page.locator('#field-files-error')).toContainText('x.png ends in .png but is not a PNG file');
    await expect(getChosenFiles(page)).toHaveCount(0);
    await choose(page, createPdf());
    await expect(page.locator('#field-files-error')).toHaveCount(0);

    await test.step('a lost connection is shown beside the file, which is uploaded at the second attempt', async () => {
      expectComplaint(/Failed to load resource/);
      await page.goto('/contact-us');
      await waitForHydration(page);
      await page.route('**/api/file/upload', (route) => route.abort('internetdisconnected'), { times: 1 });
      await choose(page, createPdf());
      await expect(getChosenFiles(page)).toHaveText([/The connection was lost\. Try again/]);
      await page.getByRole('button', { name: 'Try again to send plan.pdf' }).click();
      await expect(getChosenFiles(page)).toHaveText([/Attached/]);
    });
  });
});

test('a form is accepted without its file while the file store is unavailable, and says what to do, with JavaScript and without', async ({
  browser,
}) => {
  const store = { FILES_S3_BUCKET: 'files', FILES_S3_KEY_ID: 'key', FILES_S3_SECRET: 'secret' };
  const site = await startSiteWithTestContent({ ...store, FILES_S3_ENDPOINT: 'http://127.0.0.1:9' });
  try {
    for (const javaScriptEnabled of [true, false]) {
      const page = await (await browser.newContext({ javaScriptEnabled, baseURL: site.address })).newPage();
      await page.goto('/contact-us');
      if (javaScriptEnabled) await waitForHydration(page);
      await fill(page);
      await choose(page, createPdf());
      if (javaScriptEnabled) await expect(getChosenFiles(page)).toHaveText([/could not be stored right now/]);
      await getSendButton(page).click();
      await expectThanks(page);
      await expect(page.getByText('Your files did not arrive')).toBeVisible();
      await expect(page.getByText(`Please write to ${company.support} and attach`)).toBeVisible();
      await page.context().close();
    }
  } finally {
    await site.stop();
  }
});
