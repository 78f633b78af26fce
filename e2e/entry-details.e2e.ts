import type { Page } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { formatNumber } from '../contract/content/number-text.ts';
import { formatPrice } from '../site/parts/price.ts';
import { articleWithCode, articleWithWideTable, longArticle } from '../testing/site-content.ts';
import { findViolations } from './axe.ts';
import { expect, test, waitForHydration, waitForPaint } from './browser.ts';
import { passTimeUntil, stopClock } from './clock.ts';
import { applyStyle } from './reflow.ts';
import { createApiClient, getFirstEntry, getListAddress } from './routes.ts';

const getAddress = ({ slug }: { slug: string }) => getEntryPath('BLOG', slug);

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

test('code is highlighted and copied, and a footnote is one click away, and so is the way back', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto(getAddress(articleWithCode));
  await page.evaluate(() => document.fonts.ready);
  const block = page.locator('main .code').first();
  const button = block.getByRole('button', { name: 'Copy the code' });
  const code = await block.locator('code').textContent();
  const before = await block.boundingBox();
  await expect(button).toHaveCount(0);
  await waitForHydration(page);
  await expect(button).toBeVisible();
  expect(await block.boundingBox()).toEqual(before);
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(24);

  await test.step('code is highlighted by the stylesheet alone, in light and dark', async () => {
    await expect(page.locator('main pre code').first()).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const colours = await page
        .locator('main pre span')
        .evaluateAll((spans) => [...new Set(spans.map((span) => getComputedStyle(span).color))]);
      expect(colours.length, colorScheme).toBeGreaterThanOrEqual(3);
    }
    await page.emulateMedia({ colorScheme: null });
    await expect(page.locator('main pre [style], main pre[style]')).toHaveCount(0);
  });

  await test.step('a footnote is one click away, and so is the way back', async () => {
    const mark = page.locator('main a[data-footnote-ref]').first();
    const note = page.locator(`[id="${(await mark.getAttribute('href'))?.slice(1)}"]`);
    await expect(note).not.toBeInViewport();
    await mark.click();
    await expect(note).toBeInViewport();
    await expect(mark).not.toBeInViewport();
    await note.locator('a[data-footnote-backref]').first().click();
    await expect(mark).toBeInViewport();
  });

  await test.step('a button copies code; if copying fails, it says so and selects the code', async () => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findViolations(page, { within: 'main' }), `${width} px`).toEqual([]);
    }
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await stopClock(page);
    await button.press('Enter');
    await expect(block.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await passTimeUntil(page, async () => expect(await block.getByRole('status').textContent()).toBe(''));

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await button.click();
    await expect(block.getByRole('status')).toHaveText('Not copied, but selected');
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(code);
  });
});

test('a table that is wider than a phone scrolls in its own box, also by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { slug } = await getFirstEntry('MICROSERVICE');
  for (const address of [getEntryPath('MICROSERVICE', slug), getAddress(articleWithWideTable)]) {
    await open(page, address);
    const boxes = page.locator('main [tabindex="0"]', { has: page.locator(':scope > table') });
    const wide = await boxes.evaluateAll((found) => found.findIndex((box) => box.scrollWidth > box.clientWidth + 8));
    expect(wide, address).toBeGreaterThanOrEqual(0);
    const box = boxes.nth(wide);
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => box.evaluate((element) => element.scrollLeft), address).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('trivia reveals its answer after a guess, on its page and on Home', async ({ page }) => {
      const { slug, fields } = await getFirstEntry('TRIVIA');
      const { options, answer } = fields;
      const right = options[answer] ?? '';
      for (const { guess, verdict } of [
        { guess: right, verdict: 'Right: it is' },
        { guess: options[(answer + 1) % options.length] ?? '', verdict: 'Not this time. The answer is' },
      ]) {
        await page.goto(getEntryPath('TRIVIA', slug));
        if (javaScriptEnabled) await waitForHydration(page);
        await expect(page.getByRole('main').getByRole('radio')).toHaveCount(options.length);
        await expect(page.getByText(verdict)).toBeHidden();
        await page.getByRole('radio', { name: guess }).check();
        await expect(page.getByText(verdict)).toBeHidden();
        await page.locator('summary', { hasText: 'Check the answer' }).click();
        await expect(page.getByText(verdict)).toBeVisible();
        await expect(page.getByText(verdict)).toContainText(right);
        await expect(
          page.getByText(/Right: it is|Not this time|^The answer is/).and(page.locator(':visible')),
        ).toHaveCount(1);
      }

      const { item } = await createApiClient().call('triviaOfTheDay', {});
      if (!item) throw new Error('There is no question');
      await page.goto('/');
      if (javaScriptEnabled) await waitForHydration(page);
      const sheet = page.getByRole('region', { name: 'Question of the day' });
      await sheet.getByRole('radio', { name: item.options[item.answer] ?? '' }).check();
      await sheet.locator('summary', { hasText: 'Check the answer' }).click();
      await expect(sheet.getByText('Right: it is')).toBeVisible();
      await sheet.getByRole('link', { name: 'See why' }).click();
      await expect(page).toHaveURL(new RegExp(`${getEntryPath('TRIVIA', item.slug)}$`));
    });

    test('plans are compared by the month or by the year, and on a phone two by two', async ({ page }) => {
      const { items } = await createApiClient().entries('PLAN', 'list', {});
      await page.goto(getListAddress('PLAN'));
      if (javaScriptEnabled) await waitForHydration(page);
      const head = page.getByRole('table').locator('thead');
      for (const { choice, other, unit } of [
        { choice: 'monthly', other: 'yearly', unit: 'a month' },
        { choice: 'yearly', other: 'monthly', unit: 'a year' },
        { choice: 'monthly', other: 'yearly', unit: 'a month' },
      ] as const) {
        await page.getByRole('radio', { name: choice }).check();
        for (const { fields } of items) {
          const getPrice = (value = 0) => head.getByText(formatPrice(value, fields.currency ?? ''), { exact: true });
          await expect(getPrice(fields[choice])).toBeVisible();
          await expect(getPrice(fields[other])).toBeHidden();
        }
        await expect(head.getByText(unit).and(page.locator(':visible'))).toHaveCount(items.length);
      }

      await page.setViewportSize({ width: 320, height: 640 });
      const names = page.locator('thead th').filter({ visible: true });
      const [first = '', second = ''] = await names.getByRole('link').allTextContents();
      await expect(names).toHaveCount(2);
      await page.getByLabel('Compare').selectOption({ label: second });
      await expect(names).toHaveText([new RegExp(second)]);
      await page.getByLabel('with').selectOption({ label: first });
      await expect(names).toHaveText([new RegExp(first), new RegExp(second)]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      // Text of 200 % makes the head so tall that it would cover the rows.
      const lastRow = page.getByRole('table').getByRole('row').last();
      for (const { text, isSticky } of [
        { text: '100%', isSticky: true },
        { text: '200%', isSticky: false },
      ]) {
        await applyStyle(page, `html { font-size: ${text} !important; scroll-behavior: auto !important }`);
        await lastRow.evaluate((row) => row.scrollIntoView({ block: 'end' }));
        if (isSticky) await expect(names.first(), text).toBeInViewport();
        else await expect(names.first(), text).not.toBeInViewport();
      }
    });

    test('an infographic shows its charts, and each has its table and files', async ({ page, request }) => {
      const { slug, fields } = await getFirstEntry('INFOGRAPHIC');
      await page.goto(getEntryPath('INFOGRAPHIC', slug));
      for (const [index, sheet] of fields.sheets.entries()) {
        // A drawing, its caption and its table.
        const figure = page.locator('main div:has(> figure)').nth(index);
        const chart = figure.getByRole('img', { name: sheet.title });
        await chart.scrollIntoViewIfNeeded();
        expect(await chart.evaluate((svg) => (svg as SVGGraphicsElement).getBBox().height)).toBeGreaterThan(100);
        const table = figure.getByRole('table');
        await expect(table).toBeHidden();
        await figure.locator('summary', { hasText: 'Show the data as a table' }).click();
        await expect(table).toBeVisible();
        const cells = await table.locator('tbody').locator('th, td').allTextContents();
        expect(cells).toEqual(
          sheet.rows.flat().map((value) => (typeof value === 'number' ? formatNumber(value) : value)),
        );

        const svg = await request.get((await figure.getByRole('link', { name: 'SVG' }).getAttribute('href')) ?? '');
        expect(svg.headers()['content-type']).toBe('image/svg+xml');
        expect(await svg.text()).toContain(sheet.title);
        const link = figure.getByRole('link', { name: 'PNG' });
        const png = await request.get((await link.getAttribute('href')) ?? '');
        expect(png.headers()['content-type']).toBe('image/png');
        const bytes = await png.body();
        const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(formatNumber).join(' × ');
        await expect(link).toContainText(size);
      }
    });
  });
}

for (const type of ['MICROSERVICE', 'INFOGRAPHIC', 'SERVICE'] as const) {
  test(`the drawings of a page of the kind ${type} are the same, made by the server or by the browser`, async ({
    page,
  }) => {
    const { slug, title } = await getFirstEntry(type);
    const measureDrawings = () =>
      page.locator('main svg[viewBox^="0 0 800"]:not(:empty)').evaluateAll((all) =>
        all.map((svg) => {
          const { width, height } = (svg as SVGGraphicsElement).getBBox();
          return [Math.round(width), Math.round(height)];
        }),
      );
    await page.goto(getEntryPath(type, slug));
    await waitForPaint(page);
    const rendered = await measureDrawings();
    expect(rendered.length).toBeGreaterThan(0);
    for (const [width] of rendered) expect(width).toBeGreaterThan(400);
    await open(page, getListAddress(type));
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(measureDrawings).toEqual(rendered);
  });
}

test('the sections below an article keep their distance from the frame and from each other', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { type, slug } = await getFirstEntry('BLOG');
  await page.goto(getEntryPath(type, slug));
  const recent = page.getByRole('heading', { name: 'More recent' });
  expect((await recent.boundingBox())?.x).toBeGreaterThanOrEqual(16);
  const links = page.locator('#related a').filter({ visible: true });
  for (const box of await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().right)))
    expect(box).toBeLessThanOrEqual(304);
  const question = page.getByText('A question, or a mistake?');
  const [above, text] = await Promise.all([page.locator('#related').boundingBox(), question.boundingBox()]);
  const paddingTop = await question.evaluate((paragraph) => Number.parseFloat(getComputedStyle(paragraph).paddingTop));
  expect((text?.y ?? 0) + paddingTop - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(24);
});

test('the head of a long article has a figure or a reading time, and its contents list leads to its headings', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(getAddress(longArticle));
  const copy = page.locator('main header svg use');
  const readingTime = page.locator('main header dd').last();

  await test.step('the figure of its text is shown on wide screens, and no file is loaded for it', async () => {
    await expect(copy).toBeHidden();
    // The terms are hidden on phones.
    await expect(readingTime).toHaveText(/^\d+ min read$/, { useInnerText: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await copy.boundingBox())?.width).toBeGreaterThan(500);
    await expect(page.getByText('Reading time', { exact: true })).toBeVisible();
    await expect(readingTime).toHaveText(/^\d+ min$/, { useInnerText: true });
    expect(requests.filter((path) => path.startsWith('/drawings/') && path.includes(longArticle.slug))).toEqual([]);
  });

  await test.step('the contents list leads to the headings', async () => {
    const { toc } = await createApiClient().entries('BLOG', 'item', { slug: longArticle.slug });
    await page.setViewportSize({ width: 1280, height: 720 });
    await waitForHydration(page);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await expect(contents.getByRole('link')).toHaveText(toc.map(({ text }) => text));
    for (const item of [toc.at(-1), toc[0], toc[2]]) {
      if (!item) throw new Error('the article is too short for this test');
      await contents.getByRole('link', { name: item.text, exact: true }).click();
      await expect(page).toHaveURL(({ hash }) => hash === `#${encodeURIComponent(item.id)}` || hash === `#${item.id}`);
      const heading = page.locator(`[id="${item.id}"]`);
      await expect(heading).toHaveText(item.text);
      await expect(heading).toBeInViewport();
      // The heading may be in view before the browser has scrolled to it.
      await expect(async () => {
        const header = await page.getByRole('banner').boundingBox();
        expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
      }).toPass({ timeout: 5_000 });
    }
  });
});
