import type { Page } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { findViolations } from './axe.ts';
import { expect, test, waitForHydration } from './browser.ts';
import { getFirstEntry } from './routes.ts';

// Charts can be zoomed, and do not disturb visitors who scroll past them.

/** Opens an infographic; returns the figure of its first chart, the zoom box, the zoom level and the buttons. */
async function openChart(page: Page, isHydrated = true) {
  const { slug, fields } = await getFirstEntry('INFOGRAPHIC');
  const [sheet] = fields.sheets;
  await page.goto(getEntryPath('INFOGRAPHIC', slug));
  if (isHydrated) await waitForHydration(page);
  const figure = page.locator('main figure').first();
  const getButton = (name: string) => figure.getByRole('button', { name: `${name}: ${sheet?.title}` });
  const box = figure.getByRole('region', { name: `Chart: ${sheet?.title}` });
  return { figure, getButton, box, drawing: box.getByRole('img'), level: figure.getByRole('status') };
}

const readScroll = (page: Page) => page.evaluate(() => scrollY);

test('a chart zooms around the pointer by wheel, keys and buttons, and announces the zoom level', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { figure, getButton, box, drawing, level } = await openChart(page);
  await expect(getButton('Zoom in')).toHaveAttribute('aria-disabled', 'false');
  await figure.scrollIntoViewIfNeeded();
  const height = (await figure.boundingBox())?.height;
  const readBounds = async () => {
    const found = await box.boundingBox();
    if (!found) throw new Error('not shown');
    return found;
  };
  /** Returns the place of a viewport point in the drawing, as shares of the drawing's width and height. */
  const locateInDrawing = async ({ x, y }: { x: number; y: number }) => {
    const at = await drawing.boundingBox();
    return at ? [(x - at.x) / at.width, (y - at.y) / at.height] : [];
  };

  const { x, y } = await readBounds();
  await page.mouse.move(x + 400, y + 150);
  const before = await readScroll(page);
  await page.mouse.wheel(0, 60);
  await expect.poll(() => readScroll(page)).toBe(before + 60);
  await expect(level).toHaveText('Zoom 100 %');

  const now = await readBounds();
  const point = { x: now.x + 400, y: now.y + 150 };
  await page.mouse.move(point.x, point.y);
  const looked = await locateInDrawing(point);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect(level).toHaveText('Zoom 261 %');
  await expect(async () => {
    for (const [index, share] of (await locateInDrawing(point)).entries())
      expect(share).toBeCloseTo(looked[index] ?? 0, 2);
  }).toPass({ timeout: 5_000 });
  expect(await readScroll(page)).toBe(before + 60);
  expect((await figure.boundingBox())?.height).toBe(height);
  expect(await findViolations(page, { within: 'main figure' })).toEqual([]);

  // A dragged drawing follows the pointer.
  const [held] = await locateInDrawing(point);
  await page.mouse.down();
  await page.mouse.move(point.x + 90, point.y + 40);
  await page.mouse.up();
  await expect
    .poll(async () => (await locateInDrawing({ x: point.x + 90, y: point.y + 40 }))[0])
    .toBeCloseTo(held ?? 0, 2);

  // The wheel scrolls the drawing to its end, then the page.
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    expect(await readScroll(page)).toBeGreaterThan(before + 60);
  }).toPass();

  await getButton('Fit chart').press('Enter');
  await expect(level).toHaveText('Zoom 100 %');
  await expect(getButton('Fit chart')).toBeFocused();
  await expect(getButton('Fit chart')).toHaveAttribute('aria-pressed', 'true');
  expect((await figure.boundingBox())?.height).toBe(height);
  await getButton('Zoom in').press('Enter');
  await expect(level).toHaveText('Zoom 150 %');
  await getButton('Zoom out').press('Enter');
  await expect(level).toHaveText('Zoom 100 %');

  await box.focus();
  await expect(box).toHaveAccessibleDescription(/Ctrl and the wheel.*keys/);
  for (const [key, text] of [
    ['-', 'Zoom 100 %'],
    ['+', 'Zoom 150 %'],
    ['=', 'Zoom 200 %'],
    ['-', 'Zoom 150 %'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(level).toHaveText(text);
  }
  const left = await box.evaluate((element) => element.scrollLeft);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(left);
  await page.keyboard.press('0');
  await expect(level).toHaveText('Zoom 100 %');
  for (let press = 0; press < 7; press += 1) await page.keyboard.press('+');
  await expect(level).toHaveText('Zoom 600 %');
  await expect(getButton('Zoom in')).toHaveAttribute('aria-disabled', 'true');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  test('two fingers zoom a chart; one finger scrolls the page until the chart is zoomed', async ({ page, context }) => {
    const { getButton, box, level } = await openChart(page);
    await expect(getButton('Zoom in')).toHaveAttribute('aria-disabled', 'false');
    const session = await context.newCDPSession(page);
    let [x, y] = [0, 0];
    /** Scrolls the chart into the middle of the window, and puts the fingers on the middle of the chart. */
    const aimAtChart = async () => {
      await box.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      const area = await box.boundingBox();
      [x, y] = [(area?.x ?? 0) + 170, (area?.y ?? 0) + (area?.height ?? 0) / 2];
    };
    await aimAtChart();
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: places.map((one, id) => ({ ...one, id })),
      });
    /** Drags one finger in small steps, as a hand does. */
    const drag = async (right: number, down: number) => {
      await touch('touchStart', { x, y });
      for (let part = 1; part <= 8; part += 1)
        await touch('touchMove', { x: x + (right * part) / 8, y: y + (down * part) / 8 });
      await touch('touchEnd');
    };

    const before = await readScroll(page);
    await drag(0, -120);
    await expect.poll(() => readScroll(page)).toBeGreaterThan(before + 60);
    await expect(level).toHaveText('Zoom 100 %');

    // A touch during momentum scrolling only stops the scrolling.
    await expect(async () => {
      const at = await readScroll(page);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await readScroll(page)).toBe(at);
    }).toPass();
    await aimAtChart();
    const createTouchPoints = (spread: number) => [
      { x: x - spread, y },
      { x: x + spread, y },
    ];
    await touch('touchStart', ...createTouchPoints(40));
    for (const spread of [60, 80, 100]) await touch('touchMove', ...createTouchPoints(spread));
    await touch('touchEnd');
    await expect(level).toHaveText('Zoom 250 %');
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    const left = await box.evaluate((element) => element.scrollLeft);
    const page0 = await readScroll(page);
    await drag(-120, 0);
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(left + 20);
    expect(await readScroll(page)).toBe(page0);
    // A tap during momentum scrolling only stops the scrolling.
    await expect(async () => {
      await getButton('Fit chart').tap();
      await expect(level).toHaveText('Zoom 100 %', { timeout: 1_000 });
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a chart is enlarged by a checkbox and opens in a page of its own, without buttons that need JavaScript', async ({
    page,
    request,
  }) => {
    const { figure, getButton, drawing } = await openChart(page, false);
    await expect(getButton('Zoom in')).toBeHidden();
    const width = (await drawing.boundingBox())?.width ?? 0;
    await figure.getByText('Enlarge').click();
    expect((await drawing.boundingBox())?.width).toBeGreaterThan(width * 1.5);
    const link = figure.getByRole('link', { name: 'Open the drawing' });
    await expect(link).not.toHaveAttribute('download');
    const answer = await request.get((await link.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toBe('image/svg+xml');
  });

  test('a drawing in a text fits a phone, and is enlarged by a checkbox', async ({ page }) => {
    const { slug } = await getFirstEntry('BLOG');
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(getEntryPath('BLOG', slug));
    const box = page.getByRole('region', { name: 'Drawing 1' });
    const readWidths = () => box.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
    const [narrow = 0, whole] = await readWidths();
    expect(whole).toBe(narrow);
    await page.getByText('Enlarge').click();
    expect(await readWidths()).toEqual([narrow, 704]);
    await page.getByRole('checkbox', { name: 'Enlarge drawing 1' }).press('Space');
    expect(await readWidths()).toEqual([narrow, narrow]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByText('Enlarge')).toBeHidden();
  });
});
