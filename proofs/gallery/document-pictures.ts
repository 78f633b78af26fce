import { stat } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { getEntryPath, type TypeWithPages } from '../../contract/content/entry-types.ts';
import type { FixedClockSite } from '../../testing/fixed-clock-site.ts';
import { takePictures } from './camera.ts';
import type { GalleryTheme, Scene } from './scene.ts';
import { getEditorPath, openAsEditor } from './scenes/studio.ts';

// The pictures of README and guide. A picture with several parts shows them beside each other.

interface Part {
  /** In CSS pixels. */
  width: number;
  height: number;
  theme: GalleryTheme;
  open(page: Page, site: FixedClockSite): Promise<unknown>;
}

const article = 'what-fsync-actually-promises';
const service = getEntryPath('SERVICE', 'network-design');
/** The widest picture in pixels. */
const widest = 1816;
/** CSS pixels between two parts, and the colour there, which suits light and dark parts. */
const gap = 24;
const ground = '#8b9189';

async function openEditor(
  page: Page,
  site: FixedClockSite,
  type: TypeWithPages,
  slug: string,
  view: 'Write' | 'Split',
): Promise<void> {
  await openAsEditor(page, site, await getEditorPath(site, type, slug));
  await page.locator('.cm-content').waitFor();
  await page.getByRole('group', { name: 'View' }).getByText(view).click();
  if (view === 'Split') await page.frameLocator('iframe[data-shown]').getByRole('heading', { level: 1 }).waitFor();
}

const pictures: Record<string, readonly Part[]> = {
  'docs/studio-and-page.webp': [
    {
      ...{ width: 1000, height: 1060, theme: 'light' },
      open: (page, site) => openEditor(page, site, 'SERVICE', 'network-design', 'Write'),
    },
    { width: 1000, height: 1060, theme: 'light', open: (page) => page.goto(service) },
  ],
  'docs/picture.webp': [
    { width: 1200, height: 900, theme: 'light', open: (page) => page.goto('/') },
    { width: 1200, height: 900, theme: 'dark', open: (page) => page.goto(service) },
  ],
  'docs/studio.webp': [
    {
      ...{ width: 1440, height: 900, theme: 'light' },
      open: (page, site) => openEditor(page, site, 'BLOG', article, 'Split'),
    },
  ],
  'docs/studio-figures.webp': [
    {
      ...{ width: 1200, height: 750, theme: 'dark' },
      open: async (page, site) => {
        await openEditor(page, site, 'INFOGRAPHIC', 'light-in-a-millisecond', 'Write');
        const drawing = page.getByRole('figure', { name: 'Drawing of sheet 1', exact: true });
        await drawing.getByRole('img').waitFor();
        await drawing.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      },
    },
  ],
  'docs/studio-publish.webp': [
    {
      ...{ width: 1200, height: 750, theme: 'light' },
      open: async (page, site) => {
        await openEditor(page, site, 'BLOG', article, 'Split');
        await page.getByLabel('Summary').fill('What fsync covers, and what it leaves to you.');
        await page.getByText(/^Saved \d/).waitFor();
        await page.getByRole('button', { name: /^Publish/ }).click();
        await page.getByRole('button', { name: 'Publish now' }).waitFor();
      },
    },
  ],
};

async function takePart(browser: Browser, site: FixedClockSite, part: Part): Promise<Buffer> {
  const { width, height, theme, open } = part;
  const scene: Scene = {
    route: 'documents',
    state: 'picture',
    widths: [width],
    themes: [theme],
    frame: 'window',
    height,
    arrange: async (page, at) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await open(page, at);
    },
  };
  let taken: Buffer | undefined;
  await takePictures(browser, site, scene, async (_shot, picture) => {
    taken = picture;
    return true;
  });
  if (!taken) throw new Error('No picture was taken');
  return taken;
}

/** Takes the pictures that README and guide show, and prints the size of each. */
export async function takeDocumentPictures(browser: Browser, site: FixedClockSite): Promise<void> {
  for (const [file, parts] of Object.entries(pictures)) {
    let left = 0;
    const taken = [];
    for (const part of parts) {
      taken.push({ input: await takePart(browser, site, part), left, top: 0 });
      left += part.width + gap;
    }
    const height = Math.max(...parts.map((part) => part.height));
    const canvas = sharp({ create: { width: left - gap, height, channels: 3, background: ground } });
    const joined = await canvas.composite(taken).png().toBuffer();
    const resized = sharp(joined).resize({ width: widest, withoutEnlargement: true });
    await resized.webp({ quality: 82, effort: 6 }).toFile(file);
    console.log(`${file} ${Math.round((await stat(file)).size / 1024)} KiB`);
  }
}
