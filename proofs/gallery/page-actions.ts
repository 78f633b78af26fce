import type { Locator, Page } from '@playwright/test';
import { waitForHydration } from '../../e2e/browser.ts';
import { galleryRequestId } from './scene.ts';

/** Returns whether the page uses its own fonts. With fallback fonts, texts would have other widths. */
function hasOwnFonts(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const probe = document.body.appendChild(document.createElement('span'));
    probe.textContent = 'Drawn to scale';
    const measureWidth = (family: string) => {
      probe.style.font = `100px ${family}`;
      return probe.getBoundingClientRect().width;
    };
    const families = ['Familjen Grotesk', 'Martian Mono'];
    const areOwn = families.every((name) => measureWidth(`"${name}", serif`) !== measureWidth('serif'));
    probe.remove();
    return areOwn;
  });
}

/**
 * Opens an address and waits until the page is hydrated. If the fonts arrived too late, loads the
 * page again with cached fonts.
 */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  if (!(await hasOwnFonts(page))) await page.goto(address);
  await waitForHydration(page);
}

/** Fills fields by their names, in one form or in the only form of a page. */
export async function fillFields(form: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await form.locator(`#field-${name}`).fill(text);
}

/** The sender of all forms, and the message. */
export const sampleSender = { name: 'Siobhán O’Beirne', email: 'siobhan@example.org' };
export const sampleMessage = 'Two sites, one duct between them.\nWhat would you do?';

/** Follows a link of the header, as on a wide screen. */
export async function followHeaderLink(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

/** Opens a page, and stops its clock a few seconds after loading: the time that filling in a form takes. */
export async function openWithStoppedClock(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await openPage(page, address);
  await page.clock.fastForward(60_000);
}

/** Keeps matching requests pending for ever. */
export function holdRequests(page: Page, url: string | RegExp): Promise<unknown> {
  return page.route(url, () => undefined);
}

/** Makes requests for an address fail as without a network. */
export function failRequests(page: Page, url: string): Promise<unknown> {
  return page.route(url, (route) => route.abort('internetdisconnected'));
}

/** Answers requests for an address with an error of the API. */
export function refuseRequests(page: Page, url: string, status: number, code: string, text: string): Promise<unknown> {
  const error = { code, message: text, fields: [], requestId: galleryRequestId };
  return page.route(url, (route) => route.fulfill({ status, json: { error } }));
}
