import { createAnimation, createPng } from '../testing/sample-files.ts';
import { expectAccessible, narrow } from './axe.ts';
import {
  createArticle,
  expect,
  holdStudioCode,
  publish,
  showPreview,
  signIn,
  test,
  waitForSave,
  waitForVisitors,
} from './studio-site.ts';

/** Returns a PNG as a file field takes it. */
async function createPngFile(name: string, width = 60, height = 30) {
  const { bytes } = await createPng(name, width, height);
  return { name, mimeType: 'image/png', buffer: bytes };
}

test.beforeEach(({ context, studioSite }) => signIn(context, studioSite));

test('a picture is uploaded, described, shown in a text, and replaced wherever it is shown', async ({
  page,
  request,
}) => {
  await page.goto('/studio/media');
  await page.getByLabel('Upload pictures').setInputFiles(await createPngFile('Our office.png'));
  await expect(page.getByRole('heading', { level: 1, name: 'our-office.png' })).toBeVisible();
  await expectAccessible(page, { state: 'picture' });
  const description = page.getByLabel('What it shows');
  await description.fill('The office from the street');
  // A box that was checked by mistake loses no words.
  await page.getByLabel(/^Decorative/).check();
  await expect(description).toBeHidden();
  await page.getByLabel(/^Decorative/).uncheck();
  await expect(description).toHaveValue('The office from the street');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await createArticle(page, 'Where we work');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await page.getByLabel('Search the library').fill('street');
  await page.getByRole('button', { name: 'The office from the street' }).click();
  await expect(page.getByLabel('What it shows')).toHaveValue('The office from the street');
  await page.getByLabel('Caption').fill('Our "office"');
  await expectAccessible(page, { state: 'picture dialog', within: 'dialog' });
  await page.getByRole('button', { name: 'Insert the picture' }).click();
  await expect(page.locator('.cm-content')).toContainText('The office from the street');
  await waitForSave(page);
  await publish(page);
  const readHtml = async () => (await request.get('/blog/where-we-work')).text();
  await expect.poll(readHtml).toMatch(/alt="The office from the street" width="60" height="30"/);
  expect(await readHtml()).toContain('<figcaption>Our "office"</figcaption>');

  await page.goto('/studio/media/our-office.png');
  await expect(page.getByRole('link', { name: 'Where we work' })).toBeVisible();
  await page.getByLabel('New file').setInputFiles(await createPngFile('new.png', 90, 30));
  await expect(page.getByText('The entry that shows it changes.')).toBeVisible();
  await expectAccessible(page, { state: 'a replacement', at: narrow });
  expect(await readHtml()).toContain('width="60"');
  await page.getByRole('button', { name: 'Replace everywhere' }).click();
  await expect(page.getByText('The picture has been replaced wherever it is shown.')).toBeVisible();
  await waitForVisitors(readHtml, 'width="90"');
  await page.getByRole('button', { name: 'Restore this file' }).click();
  await expect(page.getByText('The former file is back')).toBeVisible();
  await waitForVisitors(readHtml, 'width="60"');
});

test('a pasted picture is uploaded and asks what it shows, and a file that is no picture is refused', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/415/);
  await createArticle(page, 'With a pasted picture');
  const { buffer } = await createPngFile('image.png', 50, 25);
  const paste = (bytes: number[], type: string) =>
    page.locator('.cm-content').evaluate(
      (editor, given) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(given.bytes)], 'screen shot.png', { type: given.type }));
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { bytes, type },
    );
  await paste([...buffer], 'image/png');
  await page.getByRole('button', { name: 'Insert the picture' }).click();
  // The browser refuses the form without a description, so the dialog stays.
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByLabel('What it shows').fill('A screen');
  await page.getByRole('button', { name: 'Insert the picture' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await waitForSave(page);
  await showPreview(page);
  const preview = page.frameLocator('iframe[data-shown]');
  await expect(preview.getByRole('img', { name: 'A screen' })).toBeVisible();
  // The text shows the picture, too.
  await expect(page.locator('.md-picture img')).toHaveJSProperty('naturalWidth', 50);

  await paste([1, 2, 3], 'image/png');
  await expect(page.getByRole('alert')).toContainText('is not a PNG, JPEG, WebP, AVIF, GIF or SVG picture');
  await expectAccessible(page, { state: 'a refused picture', at: narrow });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.cm-content')).toContainText('A screen');
});

test('a picture is replaced by a file that the library had before the picture', async ({ page }) => {
  const [older, newer] = [await createPngFile('older.png', 70, 35), await createPngFile('newer.png', 80, 40)];
  for (const file of [older, newer]) {
    await page.goto('/studio/media');
    await page.getByLabel('Upload pictures').setInputFiles(file);
    await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible();
  }
  await page.getByLabel('New file').setInputFiles(newer);
  await expect(page.getByText('This is the current file.')).toBeVisible();
  await page.getByLabel('New file').setInputFiles(older);
  await page.getByRole('button', { name: 'Replace everywhere' }).click();
  await expect(page.getByText('The picture has been replaced wherever it is shown.')).toBeVisible();
  await expect(page.getByText('70 × 35 pixels')).toBeVisible();
});

test('an upload says once what it changed, on the screen, in the list and in the dialog', async ({ page }) => {
  const createGif = async (name: string, frames: number) => ({
    name,
    mimeType: 'image/gif',
    buffer: (await createAnimation(name, frames)).bytes,
  });
  const moving = await createGif('turning.gif', 3);
  await page.goto('/studio/media');
  await page.getByLabel('Upload pictures').setInputFiles(moving);
  await expect(page.getByRole('heading', { level: 1, name: 'turning.webp' })).toBeVisible();
  const said = page.getByText('turning.webp: The GIF is now an animated WebP.');
  await expect(said).toBeVisible();
  await expect(page.getByRole('link', { name: 'Play the animation' })).toHaveAttribute('href', '/media/turning.webp');
  await expectAccessible(page, { state: 'an animated picture', at: narrow });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'turning.webp' })).toBeVisible();
  await expect(said).toBeHidden();

  await page.goto('/studio/media');
  await page.getByLabel('Upload pictures').setInputFiles([await createGif('still.gif', 1), moving]);
  await expect(page.getByText('still.png: The GIF is now a PNG.')).toBeVisible();
  await expect(said).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'turning.webp' }) }),
  ).toContainText('animated');

  await createArticle(page, 'With a moving picture');
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await page.getByLabel('Upload pictures').setInputFiles(moving);
  await expect(page.getByRole('dialog').getByText('turning.webp: The GIF is now an animated WebP.')).toBeVisible();
  await expectAccessible(page, { state: 'an uploaded picture', within: 'dialog', at: narrow });
});

test('a picture that was chosen before the page’s code had arrived is uploaded', async ({ page }) => {
  const release = await holdStudioCode(page);
  await page.goto('/studio/media', { waitUntil: 'commit' });
  await page.getByLabel('Upload pictures').setInputFiles(await createPngFile('early.png', 50, 30));
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'early.png' })).toBeVisible();
});

test('the focal point is set by keyboard, and pictures are listed, filtered and removed', async ({ page }) => {
  await page.goto('/studio/media');
  await page.getByLabel('Upload pictures').setInputFiles(await createPngFile('tall.png', 40, 80));
  const slider = page.getByLabel('Focal point, from top to bottom');
  await slider.focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(slider).toHaveValue('0');

  await page.getByRole('main').getByRole('link', { name: 'Pictures' }).click();
  await page.getByRole('link', { name: 'Not described' }).click();
  await expect(page).toHaveURL(/only=UNDESCRIBED/);
  await expect(page.getByRole('link', { name: 'tall.png' })).toBeVisible();
  await expectAccessible(page, { state: 'pictures' });
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('link', { name: 'tall.png' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'tall.png' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Remove tall.png' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pictures' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'tall.png' })).toBeHidden();
});
