import type { Locator, Page } from '@playwright/test';
import { expect, test, waitForHydration } from './browser.ts';
import { getFirstEntry } from './routes.ts';

/** Returns the role and name of every control, in the reading order of a screen reader. */
async function listControlNames(form: Locator): Promise<string[]> {
  const lines = (await form.ariaSnapshot()).split('\n');
  return lines.flatMap((line) => /^ *- ((?:textbox|checkbox|combobox|button) "[^"]*")/.exec(line)?.[1] ?? []);
}

const sender = [
  'textbox "Your name"',
  'textbox "Your e-mail"',
  'textbox "Company optional"',
  'textbox "Country code optional"',
  'textbox "Telephone optional"',
  'checkbox "Remember my details on this device"',
];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

test.describe('a screen reader announces', () => {
  test('the purpose of each field of the contact form', async ({ page }) => {
    await open(page, '/contact-us');
    expect(await listControlNames(page.locator('form[action="/contact-us"]'))).toEqual([
      ...sender,
      'textbox "Your message"',
      'button "Files optional"',
      'button "Send message"',
    ]);
  });

  test('the purpose of each field of the enquiry form', async ({ page }) => {
    await open(page, `/our-plans/${(await getFirstEntry('PLAN')).slug}`);
    expect(await listControlNames(page.locator('#send-enquiry form'))).toEqual([
      ...sender,
      'textbox "Your message optional"',
      'button "Files optional"',
      'button "Send enquiry"',
    ]);
  });

  test('the purpose of each field of the booking form, and the day of each time', async ({ page }) => {
    await open(page, '/book-a-free-consultation?zone=Europe/London');
    const times = (await listControlNames(page.locator('#times'))).filter((name) => /^button "\d/.test(name));
    expect(times.length).toBeGreaterThan(0);
    for (const time of times) expect(time).toMatch(/^button "\d\d:\d\d ?, [A-Z][a-z]+day \d\d [A-Z][a-z]{2} \d{4}"$/);
    await page.locator('button[name="slot"]').nth(7).click();
    await page.waitForURL(/hold=/);
    expect(await listControlNames(page.locator('#details form:has(#field-email)'))).toEqual([
      'button "Hold longer"',
      ...sender,
      'textbox "What you would like to discuss optional"',
      'button "Book this time"',
    ]);
  });
});
