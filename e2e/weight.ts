import type { Page, Request } from '@playwright/test';
import type { Weight } from '../testing/budgets.ts';

function partOf(request: Request): Exclude<keyof Weight, 'requests'> | null {
  if (request.isNavigationRequest()) return 'html';
  const { pathname } = new URL(request.url());
  if (request.resourceType() === 'image' || pathname.endsWith('.svg')) return 'pictures';
  const [, extension = ''] = /\.(js|css|woff2)$/.exec(pathname) ?? [];
  return ({ js: 'script', css: 'style', woff2: 'fonts' } as const)[extension] ?? null;
}

/** Watches what a page asks for from now on; the answer says what came of it so far, bodies alone. */
export function weigh(page: Page): () => Promise<Weight> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request);
  });
  return async () => {
    const weight: Weight = { html: 0, script: 0, style: 0, fonts: 0, pictures: 0, requests: requests.length };
    for (const request of requests) {
      const part = partOf(request);
      if (part) weight[part] += (await request.sizes()).responseBodySize;
    }
    return weight;
  };
}
