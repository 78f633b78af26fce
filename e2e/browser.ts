import { randomInt } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';

/** Where the site under test listens; see testing/site.ts. */
export const siteAddress = () => process.env.SITE ?? '';

interface Fixtures {
  /** Complaints a test brings about itself, by what they contain. */
  expectComplaint(pattern: RegExp): void;
}

/** Playwright's test on our site; a test fails when a page complains, unless it expects the complaint itself. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  baseURL: async ({}, use) => use(siteAddress()),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => {
    const group = () => randomInt(0x10000).toString(16);
    await use({ 'x-forwarded-for': `2001:db8:${group()}:${group()}::1` });
  },
  expectComplaint: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const expected: RegExp[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
      await use((pattern) => expected.push(pattern));
      const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'the page complained').toEqual([]);
    },
    { auto: true },
  ],
});

/** Moves the pointer, as any visitor does, until the page is alive: links navigate without a full load. */
export async function hydrated(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(0, 1);
    await page.mouse.move(0, 0);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 1_000 });
  }).toPass();
}

export { expect };
