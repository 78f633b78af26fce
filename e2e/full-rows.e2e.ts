import type { Locator } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { expect, test } from './browser.ts';
import { getFirstEntry } from './routes.ts';

/** Returns the number of cards of each row, and the distance of its right edge from that of the grid. */
function readRows(list: Element): { cards: number; gap: number }[] {
  const rows = Map.groupBy([...list.children], (cell) => Math.round(cell.getBoundingClientRect().top));
  const right = list.getBoundingClientRect().right;
  return [...rows.values()].map((cells) => ({
    cards: cells.length,
    gap: Math.round(right - Math.max(...cells.map((cell) => cell.getBoundingClientRect().right))),
  }));
}

test('every row of cards is full, and no card is alone in its row in a wide window, nor the third on a tablet', async ({
  page,
}) => {
  await page.goto('/blogs');
  const grid = page.getByRole('list').filter({ has: page.getByRole('article') });
  const cards = await grid.locator('> li').count();
  // A multiple of four would have four columns.
  expect(cards % 4).not.toBe(0);
  for (let count = cards; count > 0; count--) {
    for (const width of [1440, 1024, 768, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = await grid.evaluate(readRows);
      const found = `${count} cards at ${width} px: ${JSON.stringify(rows)}`;
      expect(Math.max(...rows.map(({ gap }) => gap)), found).toBeLessThanOrEqual(1);
      if ((width >= 1024 && count > 1) || (width === 768 && count === 3))
        expect(Math.min(...rows.map((row) => row.cards)), found).toBeGreaterThan(1);
    }
    await grid
      .locator('> li')
      .last()
      .evaluate((cell) => cell.remove());
  }
});

test('four and five facts fill their rows, and so do five steps', async ({ page }) => {
  const { slug } = await getFirstEntry('SERVICE');
  for (const { address, part, counts } of [
    { address: '/about-us', part: page.locator('main dl').first(), counts: [4, 5] },
    {
      address: getEntryPath('SERVICE', slug),
      part: page.locator('#sheet-steps').getByRole('list'),
      counts: [5],
    },
  ]) {
    await page.goto(address);
    for (const count of counts) {
      await part.evaluate((list, most) => {
        while (list.children.length < most) list.append(list.children[0]?.cloneNode(true) ?? '');
      }, count);
      for (const width of [1440, 768, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const rows = await part.evaluate(readRows);
        const found = `${count} at ${width} px: ${JSON.stringify(rows)}`;
        expect(Math.max(...rows.map(({ gap }) => gap)), found).toBeLessThanOrEqual(1);
        if (width === 768) expect(Math.min(...rows.map(({ cards }) => cards)), found).toBeGreaterThan(1);
      }
    }
  }
});

test('the groups of the footer and the choices of a theme stand in one row on tablets and wider', async ({ page }) => {
  await page.goto('/contact-us');
  const footer = page.getByRole('contentinfo');
  const countRows = (items: Locator) =>
    items.evaluateAll((all) => new Set(all.map((item) => Math.round(item.getBoundingClientRect().top))).size);
  for (const width of [1440, 1216, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await countRows(footer.getByText(/^(?:Work|Read|Company|Questions)$/)), `groups at ${width} px`).toBe(1);
    expect(await countRows(footer.locator('fieldset label')), `themes at ${width} px`).toBe(1);
  }
});
