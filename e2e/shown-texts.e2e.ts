import { expect, hydrated, test } from './browser.ts';

// A page's text is sent once: what it comes alive with takes it from the page.

/** What React holds for the text of each `Prose`, and what the page shows of it. */
function readTexts() {
  return [...document.querySelectorAll('[data-prose]')].map((element) => {
    const [, props] = Object.entries(element).find(([name]) => name.startsWith('__reactProps$')) ?? [];
    return { held: String(props?.dangerouslySetInnerHTML.__html), shown: element.innerHTML };
  });
}

for (const path of [
  '/',
  '/about-us',
  '/contact-us',
  '/privacy-policy',
  '/blog/a-runbook-is-a-program-for-people',
  '/trivia/bits-in-a-uuid',
  '/infographics/downtime-by-the-nines',
  '/what-we-do/capacity-and-cost',
  '/our-plans/continuity',
  '/microservices/audit-log',
  '/apps/keel',
]) {
  test(`${path} carries its text once, and comes alive with it`, async ({ page, request }) => {
    const html = await (await request.get(path)).text();
    const [, state = ''] = html.split('id="state">');
    expect(state).not.toMatch(/"html":"[^"]/);
    expect(html).toContain('data-prose=""');
    await page.goto(path);
    const before = await page.evaluate(readTexts);
    await hydrated(page);
    const alive = await page.evaluate(readTexts);
    expect(alive.map(({ held }) => held)).toEqual(before.map(({ shown }) => shown));
    expect(alive.length).toBeGreaterThan(0);
  });
}
