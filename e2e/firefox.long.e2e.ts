import { expect, test } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { findFirefox } from '../testing/firefox.ts';
import { type Firefox, type FirefoxPage, launchFirefox } from '../testing/puppeteer.ts';
import { fakeFillTime, getSiteAddress } from './browser.ts';
import { getFirstEntry } from './routes.ts';

// The ten most important journeys in Firefox. Playwright cannot drive the Firefox of a distribution; Puppeteer does,
// over WebDriver BiDi.

const executablePath = findFirefox();
// In CI a missing Firefox is a failure.
test.skip(executablePath === null && !process.env.CI, 'there is no Firefox on this machine');
test.describe.configure({ mode: 'default' });

let browser: Firefox;
let page: FirefoxPage;
let network = 0;

test.beforeAll(async () => {
  browser = await launchFirefox(executablePath ?? '');
});
test.afterAll(() => browser?.close());
test.beforeEach(async () => {
  const context = await browser.createBrowserContext();
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.evaluateOnNewDocument(fakeFillTime);
  await page.setViewport({ width: 1200, height: 900 });
  // Forms are limited for each network.
  network++;
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `2001:db8:f:${network.toString(16)}::1` });
});
test.afterEach(() => page.browserContext().close());

/** Opens a page and waits until it is hydrated, which begins with the visitor's first action. */
async function open(path: string): Promise<void> {
  await page.goto(getSiteAddress() + path);
  for (let place = 1; place < 200; place++) {
    await page.mouse.move(place, 10);
    if (await page.$('html[data-hydrated]')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${path} was not hydrated`);
}

const readText = (selector: string) =>
  page
    .locator(selector)
    .map((element) => element.textContent ?? '')
    .wait();
const getHeading = () => readText('h1');
const getButton = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`);
const getLink = (name: string) => page.locator(`::-p-aria([name="${name}"][role="link"])`);

async function fillSender(form: string): Promise<void> {
  await page.locator(`${form} #field-name`).fill('Ada');
  // A separate mailbox, because a booking beyond a few appointments of one mailbox waits for its confirmation.
  await page.locator(`${form} #field-email`).fill(`${crypto.randomUUID()}@example.org`);
}

async function expectAddress(pattern: RegExp): Promise<void> {
  await expect.poll(() => page.url(), { timeout: 15_000 }).toMatch(pattern);
}

test('a visitor asks about a service and is thanked', async () => {
  const { slug } = await getFirstEntry('SERVICE');
  await open(getEntryPath('SERVICE', slug));
  await fillSender('#send-enquiry');
  await page.locator('#send-enquiry #field-message').fill('Four trees.');
  await getButton('Send enquiry').click();
  await expectAddress(/\/thank-you\?reference=/);
  await expect.poll(getHeading).toBe('Your message has reached us');
});

test('a contact form shows errors in the site’s words, and is sent once they are corrected', async () => {
  await open('/contact-us');
  await getButton('Send message').click();
  await expect.poll(() => readText('[role="alert"]')).toContain('There is a problem');
  await expect.poll(() => readText('[role="alert"]')).toContain('Please write your message.');
  await fillSender('form[action="/contact-us"]');
  await page.locator('#field-message').fill('Two ladders.');
  await page.locator('form[action="/contact-us"] button[type="submit"]').click();
  await expectAddress(/\/thank-you\?reference=/);
});

test('a file is sent with a contact form', async () => {
  await open('/contact-us');
  await fillSender('form[action="/contact-us"]');
  await page.locator('#field-message').fill('See the plan.');
  const input = await page.waitForSelector('input[type="file"]');
  await input?.evaluate((element) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File(['%PDF-1.4\n%%EOF\n'], 'plan.pdf', { type: 'application/pdf' }));
    (element as HTMLInputElement).files = chosen.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(() => readText('form[action="/contact-us"]')).toContain('plan.pdf');
  await getButton('Send message').click();
  await expectAddress(/\/thank-you\?reference=/);
});

test('a time is chosen, held longer and booked', async () => {
  await open('/book-a-free-consultation?zone=Europe/London');
  await page.evaluate(() => document.querySelectorAll<HTMLButtonElement>('button[name="slot"]')[9]?.click());
  await expectAddress(/hold=/);
  const held = page.url();
  await getButton('Hold longer').click();
  await expect.poll(() => page.url()).not.toBe(held);
  await fillSender('#details');
  await getButton('Book this time').click();
  await expectAddress(/consultation-thank-you\?reference=/);
  await expect.poll(getHeading).toBe('Your consultation is booked');
});

test('a search finds an article while it is typed, and its link leads there', async () => {
  const { title, slug } = await getFirstEntry('BLOG');
  await open('/about-us');
  await page.keyboard.press('/');
  await page.locator('dialog input[name="q"]').fill(title);
  await page.locator(`dialog a[href="${getEntryPath('BLOG', slug)}"]`).click();
  await expect.poll(getHeading).toBe(title);
});

test('a visitor opens an article from a list, and Back returns to the list', async () => {
  await open('/blogs');
  await page.locator('main article a').click();
  await expectAddress(/\/blog\//);
  await page.goBack();
  await expectAddress(/\/blogs$/);
  await expect.poll(getHeading).toBe('Blogs');
});

test('a question is answered, and the page says whether that was right', async () => {
  const { slug } = await getFirstEntry('TRIVIA');
  await open(getEntryPath('TRIVIA', slug));
  await page.evaluate(() => document.querySelector<HTMLInputElement>('main input[type="radio"]')?.click());
  const readMainText = () => page.evaluate(() => (document.querySelector('main') as HTMLElement).innerText);
  expect(await readMainText()).not.toMatch(/Right: it is|Not this time/);
  await page.locator('main summary').click();
  await expect.poll(readMainText).toMatch(/Right: it is|Not this time/);
});

test('prices change from a month to a year', async () => {
  await open('/our-plans');
  const readTableHead = () => page.evaluate(() => (document.querySelector('thead') as HTMLElement).innerText);
  expect(await readTableHead()).toContain('a month');
  await page.locator('input[value="yearly"]').click();
  await expect.poll(readTableHead).toContain('a year');
  await expect.poll(readTableHead).not.toContain('a month');
});

test('a chart is zoomed and fits again', async () => {
  const { slug, fields } = await getFirstEntry('INFOGRAPHIC');
  const title = fields.sheets[0]?.title;
  await open(getEntryPath('INFOGRAPHIC', slug));
  const readLevel = () => readText('main figure output');
  await expect.poll(readLevel).toContain('100 %');
  await getButton(`Zoom in: ${title}`).click();
  await expect.poll(readLevel).toContain('150 %');
  await getButton(`Fit chart: ${title}`).click();
  await expect.poll(readLevel).toContain('100 %');
});

test('the theme that is chosen stays on the next page', async () => {
  await open('/why-us');
  await page.evaluate(() => document.querySelector('footer')?.scrollIntoView());
  await page.locator('footer ::-p-text(Dark)').click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await getLink('About us').click();
  await expectAddress(/\/about-us$/);
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});
