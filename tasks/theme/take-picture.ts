import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../../testing/chromium.ts';

/** Takes the picture of a page by which editors choose a theme: 960 × 600 pixels, WebP. */
export async function takePicture(address: string): Promise<Buffer> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
    await page.goto(address);
    await page.evaluate(() => document.fonts.ready);
    return await sharp(await page.screenshot())
      .resize(960, 600)
      .webp({ quality: 85 })
      .toBuffer();
  } finally {
    await browser.close();
  }
}
