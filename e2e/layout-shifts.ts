import type { Page } from '@playwright/test';
import { waitForPaint } from './browser.ts';

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * Records the layout shifts, without those that input caused, of pages loaded from now on. The returned function
 * returns one line for each shift so far.
 */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    const formatPlace = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.trim().slice(0, 30);
          return `${node?.nodeName} “${text}” ${formatPlace(previousRect)} → ${formatPlace(currentRect)}`;
        });
        shifts.push(`${value.toFixed(4)}: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await waitForPaint(page);
    return page.evaluate(() => (globalThis as typeof globalThis & { shifts: string[] }).shifts);
  };
}
