import { expect, test, waitForHydration } from './browser.ts';
import { readState } from './header-policy.ts';
import { foundRoutes, missingRoutes } from './routes.ts';

test('a search cannot end the script element of the state', async ({ request }) => {
  const q = '</script><script>alert(1)</script><!--';
  const html = await (await request.get(`/search?${new URLSearchParams({ q })}`)).text();
  const { text, state } = readState(html);
  expect(text).not.toContain('<');
  expect(state).toHaveProperty('loaderData');
  expect(html).toContain('\\u003c/script>\\u003cscript>alert(1)');
});

test('the browser refuses injected script and HTML', async ({ page, expectComplaint }) => {
  expectComplaint(/Content Security Policy|TrustedHTML|TrustedScript/i);
  await page.goto('/');
  await waitForHydration(page);
  const refused = await page.evaluate(() => {
    const attempts = {
      html: () => {
        document.body.innerHTML = '<img src=x onerror="document.title = 1">';
      },
      policy: () =>
        (
          window as typeof window & { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('another', {}),
      script: () => {
        document.createElement('script').text = 'document.title = 2';
      },
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} went through`;
      } catch {
        return name;
      }
    });
  });
  expect(refused).toEqual(['html', 'policy', 'script']);
  const violated = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        }),
      ),
  );
  const reported = page.waitForResponse('**/violations');
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'https://evil.example/a.png';
  });
  expect(await violated).toBe('img-src');
  expect((await reported).status()).toBe(204);
});

test('HEAD answers like GET, without a body', async ({ request }) => {
  for (const route of [foundRoutes[0], foundRoutes.at(-3), missingRoutes[0]]) {
    const { address } = (await route?.find()) ?? { address: '' };
    const [head, get] = await Promise.all([request.head(address), request.get(address)]);
    expect(head.status(), address).toBe(route?.status);
    expect((await head.body()).length).toBe(0);
    for (const name of ['content-type', 'cache-control', 'content-security-policy'])
      expect(head.headers()[name], name).toBe(get.headers()[name]);
  }
});

test('a page without a form refuses a form', async ({ request }) => {
  for (const address of ['/', '/about-us', '/blogs', '/no-such-thing', '/apps']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await request.fetch(address, { method, form: { a: 'b' } });
      expect(answer.status(), `${method} ${address}`).toBeGreaterThanOrEqual(400);
      expect(answer.status(), `${method} ${address}`).toBeLessThan(500);
    }
  }
});
