import type { Locator, Page } from '@playwright/test';
import { expect, waitForHydration } from './browser.ts';

/** A form of the site, and how a test opens and fills it. */
export interface SiteForm {
  /** The API call that stores the form. */
  api: string;
  /** Opens the page with the form, hydrated. */
  open(page: Page): Promise<void>;
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Holds a random time, weeks ahead, which no other test chooses. */
async function holdTime(page: Page): Promise<void> {
  await openPage(page, '/book-a-free-consultation?zone=Europe/London');
  const slots = page.locator('button[name="slot"]');
  for (let week = 0; week < 3; week++) {
    const first = (await slots.first().getAttribute('value')) ?? '';
    await page.getByRole('link', { name: 'Later times' }).click();
    // The address changes before the times do.
    await expect(slots.first()).not.toHaveAttribute('value', first);
  }
  await slots.nth(Math.floor(Math.random() * (await slots.count()))).click();
  await page.waitForURL(/hold=/);
}

/** All forms that visitors send. */
export const siteForms = {
  contact: { api: '**/api/contact/submit', open: (page) => openPage(page, '/contact-us') },
  enquiry: { api: '**/api/business/business-requests', open: (page) => openPage(page, '/') },
  booking: {
    api: '**/api/consultation/book',
    open: async (page) => {
      await holdTime(page);
      // The code that holds a time also sends the booking; a new page has to load it again.
      await page.reload();
      await waitForHydration(page);
    },
  },
  request: {
    api: '**/api/consultation/request',
    open: (page) => openPage(page, '/book-a-free-consultation?zone=Europe/London'),
  },
} satisfies Record<string, SiteForm>;

export const getSiteForm = (page: Page): Locator => page.locator('form:has(#field-email)');

export const getSubmitButton = (page: Page): Locator => getSiteForm(page).locator('button[type=submit]:not([form])');

export async function fillRequiredFields(page: Page, email: string, message = 'Two fibres, one duct.'): Promise<void> {
  const form = getSiteForm(page);
  await form.locator('#field-name').fill('Ada');
  await form.locator('#field-email').fill(email);
  await form.locator('#field-message').fill(message);
  const subject = form.locator('select[name="subject"]');
  if ((await subject.count()) > 0) await subject.selectOption({ label: 'Something else' });
}

/** Returns a new address, because enquiries of one address are merged. */
export const createEmail = (): string => `ada+${crypto.randomUUID()}@example.org`;
