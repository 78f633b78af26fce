import { createHash } from 'node:crypto';
import type { APIResponse } from '@playwright/test';
import { expect, hydrated, test } from './browser.ts';
import { elements } from './html.ts';
import { allRoutes, foundRoutes, missingRoutes } from './routes.ts';

/** The content security policy of an answer, by directive. */
function policyOf(answer: APIResponse): Record<string, string[]> {
  const text = answer.headers()['content-security-policy'] ?? '';
  return Object.fromEntries(
    text
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  );
}

test('every page, found or not, carries the whole header policy', async ({ request }) => {
  for (const route of allRoutes) {
    const answer = await request.get((await route.find()).address);
    const policy = policyOf(answer);
    expect(policy, route.name).toMatchObject({
      'default-src': ["'none'"],
      // The theme's script and the rules of what to fetch early.
      'script-src': ["'self'", expect.stringMatching(/^'sha256-/), expect.stringMatching(/^'sha256-/)],
      // What lets a full load be a transition.
      'style-src': ["'self'", expect.stringMatching(/^'sha256-/)],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['entry-html'],
      'report-uri': ['/violations'],
    });
    expect(
      Object.values(policy)
        .flat()
        .filter((value) => /unsafe|\*|https?:/.test(value)),
      route.name,
    ).toEqual([]);
    const headers = answer.headers();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\).*geolocation=\(\)/);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('nothing in any page is written for an unsafe policy', async ({ request }) => {
  for (const route of allRoutes) {
    const answer = await request.get((await route.find()).address);
    const html = await answer.text();
    const everything = elements(html, '*');
    expect(everything.length, route.name).toBeGreaterThan(100);
    expect(
      everything
        .flatMap((attributes) => Object.keys(attributes))
        .filter((name) => name === 'style' || /^on[a-z]/.test(name)),
      route.name,
    ).toEqual([]);
    expect(html, route.name).not.toMatch(/javascript:/i);
    expect(elements(html, 'style'), route.name).toEqual([{}]);
    const scripts = elements(html, 'script');
    const data = ['application/json', 'application/ld+json', 'speculationrules'];
    const running = scripts.filter(({ type }) => !data.includes(type ?? ''));
    expect(scripts.length).toBeGreaterThan(running.length);
    // One runs before the first paint and is the first of all; of all that stands inline the policy names the hash.
    for (const [tag, directive] of [
      ['<script>', 'script-src'],
      ['<script type="speculationrules">', 'script-src'],
      ['<style>', 'style-src'],
    ] as const) {
      const inline = html.split(tag)[1]?.split('</')[0] ?? '';
      const hash = createHash('sha256').update(inline).digest('base64');
      expect(policyOf(answer)[directive], `${route.name} ${tag}`).toContain(`'sha256-${hash}'`);
    }
    for (const { src = '', integrity } of running.slice(1)) {
      expect(src, route.name).toMatch(/^\/assets\/[\w.-]+\.js$/);
      const bytes = await (await request.get(src)).body();
      expect(integrity, route.name).toBe(`sha256-${createHash('sha256').update(bytes).digest('base64')}`);
    }
    expect(running[0], route.name).toEqual({});
    // Every script that carries data ends where it was meant to end.
    expect(html.match(/<\/script>/g)?.length, route.name).toBe(scripts.length);
  }
});

test('the state of a page cannot end its script element', async ({ request }) => {
  const q = '</script><script>alert(1)</script><!--';
  for (const address of [
    `/search?${new URLSearchParams({ q })}`,
    ...(await Promise.all(foundRoutes.map((route) => route.find()))).map((found) => found.address),
  ]) {
    const html = await (await request.get(address)).text();
    const [, state = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html) ?? [];
    expect(state, address).not.toContain('<');
    expect(JSON.parse(state), address).toHaveProperty('loaderData');
  }
  const html = await (await request.get(`/search?${new URLSearchParams({ q })}`)).text();
  expect(html).toContain('\\u003c/script>\\u003cscript>alert(1)');
});

test('the browser refuses script and HTML that someone brings into a page', async ({ page, expectComplaint }) => {
  expectComplaint(/Content Security Policy|TrustedHTML|TrustedScript/i);
  await page.goto('/');
  await hydrated(page);
  const refused = await page.evaluate(() => {
    const attempts = {
      html: () => {
        document.body.innerHTML = '<img src=x onerror="document.title = 1">';
      },
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
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

test('HEAD answers as GET does, without the page', async ({ request }) => {
  for (const route of [foundRoutes[0], foundRoutes.at(-3), missingRoutes[0]]) {
    const { address } = (await route?.find()) ?? { address: '' };
    const [head, get] = await Promise.all([request.head(address), request.get(address)]);
    expect(head.status(), address).toBe(route?.status);
    expect((await head.body()).length).toBe(0);
    for (const name of ['content-type', 'cache-control', 'content-security-policy'])
      expect(head.headers()[name], name).toBe(get.headers()[name]);
  }
});

test('a page that takes no message refuses one, without breaking', async ({ request }) => {
  for (const address of ['/', '/about-us', '/blogs', '/no-such-thing', '/apps']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await request.fetch(address, { method, form: { a: 'b' } });
      expect(answer.status(), `${method} ${address}`).toBeGreaterThanOrEqual(400);
      expect(answer.status(), `${method} ${address}`).toBeLessThan(500);
    }
  }
});

test('pages that are nobody else’s are not kept, and all others may be', async ({ request }) => {
  for (const route of allRoutes) {
    const { address } = await route.find();
    const isKept = route.status === 200 && !/thank-you|book-a-free-consultation/.test(address);
    const cache = (await request.get(address)).headers()['cache-control'] ?? '';
    expect(cache, address).toMatch(isKept ? /^public, / : /^no-store$/);
  }
});
