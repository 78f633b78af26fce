import type { Browser, Page } from '@playwright/test';

/** Pages that are open in a browser while servers are replaced, and what failed in them. */
export interface OpenTabs {
  /** The number of pages that were used. */
  used: number;
  failures: string[];
  /** Opens two pages, which are not touched yet: the front page and the contact form. */
  open(): Promise<void>;
  /** Uses every open page for the first time: follows a link, and sends the form by the script of its own release. */
  use(): Promise<void>;
}

async function followLink(page: Page): Promise<void> {
  const link = page.locator('main a[href^="/blog/"]').first();
  const path = await link.getAttribute('href');
  await link.click();
  await page.waitForURL(`**${path}`);
  await page.locator('main h1').waitFor();
}

let senders = 0;

async function sendForm(page: Page): Promise<void> {
  senders += 1;
  // A document that the server renders anew would lose this mark.
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
  await page.locator('#field-name').fill('Ada');
  await page.locator('#field-email').fill(`tab-${senders}@example.org`);
  await page.locator('#field-message').fill('Written in a page of the earlier release.');
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.waitForURL(/\/thank-you\?reference=/);
  if ((await page.locator('html[data-kept]').count()) === 0) throw new Error('the script did not send the form');
}

/** Creates an empty set of tabs for pages of the site at an address. */
export function createOpenTabs(browser: Browser, address: string): OpenTabs {
  const waiting: { page: Page; work: (page: Page) => Promise<void> }[] = [];
  const tabs: OpenTabs = {
    used: 0,
    failures: [],
    open: async () => {
      for (const [path, work] of [
        ['/', followLink],
        ['/contact-us', sendForm],
      ] as const) {
        const context = await browser.newContext({
          extraHTTPHeaders: { 'x-forwarded-for': `10.77.0.${waiting.length + tabs.used + 1}` },
        });
        const page = await context.newPage();
        page.on('pageerror', (error) => tabs.failures.push(`${path}: ${error.message}`));
        page.on('response', (response) => {
          if (response.status() >= 400) tabs.failures.push(`${path}: ${response.status()} for ${response.url()}`);
        });
        await page.goto(address + path);
        waiting.push({ page, work });
      }
    },
    use: async () => {
      for (const { page, work } of waiting.splice(0)) {
        await work(page).catch((error: Error) => tabs.failures.push(`${page.url()}: ${error.message}`));
        tabs.used += 1;
        await page.context().close();
      }
    },
  };
  return tabs;
}
