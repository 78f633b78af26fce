import type { Page } from '@playwright/test';

/**
 * Checks that a page looks the same with its inline styles alone as with the stylesheet of the whole site alone, which
 * also applies after a navigation within the site. Returns the elements whose computed styles differ. Elements that
 * share their tag and classes, and whose parents do too, are checked once.
 */
export async function findStyleDifferences(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const readStyle = (element: Element, pseudo: string) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && style.content === 'none') return 'none';
      return Array.from(style, (name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
    };
    const kinds = new Map<string, Element>();
    const describe = (element: Element | null) => `${element?.tagName} ${element?.getAttribute('class')}`;
    for (const element of document.querySelectorAll('body, body *'))
      kinds.set(`${describe(element)} in ${describe(element.parentElement)}`, element);
    const read = () =>
      [...kinds.values()].map((element) => ({
        element,
        texts: ['', '::before', '::after'].map((pseudo) => readStyle(element, pseudo)),
      }));
    const before = read();
    const link = document.querySelector<HTMLLinkElement>('link[disabled]');
    if (!link) throw new Error('the page has no disabled stylesheet');
    await new Promise((onload, onerror) => Object.assign(link, { onload, onerror, disabled: false }));
    const own = [...document.styleSheets].filter(({ href }) => !href).at(-1);
    if (!own?.cssRules.length) throw new Error('the page has no styles of its own');
    own.disabled = true;
    const after = read();
    own.disabled = false;
    return after
      .filter(({ texts }, index) => texts.join() !== before[index]?.texts.join())
      .map(({ element }) => element.outerHTML.slice(0, 200));
  });
}
