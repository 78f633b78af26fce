import type { Locator, Page } from '@playwright/test';
import { hydrated } from '../../e2e/browser.ts';
import { steadyRequestId } from './scene.ts';

/** Whether the page is set in its own fonts: the widths of a text would else be those of what speaks for them. */
function isInOwnFonts(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const probe = document.body.appendChild(document.createElement('span'));
    probe.textContent = 'Drawn to scale';
    const widthIn = (family: string) => {
      probe.style.font = `100px ${family}`;
      return probe.getBoundingClientRect().width;
    };
    const families = ['Familjen Grotesk', 'Martian Mono'];
    const are = families.every((name) => widthIn(`"${name}", serif`) !== widthIn('serif'));
    probe.remove();
    return are;
  });
}

/** Opens an address and waits until the page is alive. Fonts that came too late for it are there for the second load. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  if (!(await isInOwnFonts(page))) await page.goto(address);
  await hydrated(page);
}

/** Fills fields by their names, in one form or the only one of a page. */
export async function fill(form: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await form.locator(`#field-${name}`).fill(text);
}

/** Who fills in forms here, and what they write. */
export const sender = { name: 'Siobhán O’Beirne', email: 'siobhan@example.org' };
export const message = 'Two sites, one duct between them.\nWhat would you do?';

/** Goes on from a page by a link of the header, as on a wide screen. */
export async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

/** A page whose clock stands still from now on, seconds after it was loaded: as long as it takes to fill in a form. */
export async function openAndStop(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await open(page, address);
  await page.clock.fastForward(60_000);
}

/** Keeps requests on their way for ever. */
export function hold(page: Page, url: string | RegExp): Promise<unknown> {
  return page.route(url, () => undefined);
}

/** The network is lost on the way to an address. */
export function lose(page: Page, url: string): Promise<unknown> {
  return page.route(url, (route) => route.abort('internetdisconnected'));
}

/** An address answers with a failure, in the words of the API. */
export function refuse(page: Page, url: string, status: number, code: string, text: string): Promise<unknown> {
  const error = { code, message: text, fields: [], requestId: steadyRequestId };
  return page.route(url, (route) => route.fulfill({ status, json: { error } }));
}
