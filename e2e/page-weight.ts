import type { Page, Request } from '@playwright/test';
import type { Weight } from '../testing/budgets.ts';
import { expect, waitForPaint } from './browser.ts';

function getWeightPart(request: Request): Exclude<keyof Weight, 'requests'> | null {
  if (request.isNavigationRequest()) return 'html';
  const { pathname } = new URL(request.url());
  if (request.resourceType() === 'image' || pathname.endsWith('.svg')) return 'pictures';
  const [, extension = ''] = /\.(js|css|woff2)$/.exec(pathname) ?? [];
  return ({ js: 'script', css: 'style', woff2: 'fonts' } as const)[extension] ?? null;
}

/**
 * Records the requests of a page from now on. The returned function waits for pending requests, and returns the number
 * of requests and the bytes of their bodies.
 */
export function recordWeight(page: Page): () => Promise<Weight> {
  const finished: Request[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => {
    open.delete(request);
    if (!request.url().startsWith('data:')) finished.push(request);
  });
  return async () => {
    await expect(async () => {
      const before = finished.length;
      await waitForPaint(page);
      expect([...open].map((request) => request.url())).toEqual([]);
      expect(finished.length).toBe(before);
    }).toPass();
    const weight: Weight = { html: 0, script: 0, style: 0, fonts: 0, pictures: 0, requests: finished.length };
    for (const request of finished) {
      const part = getWeightPart(request);
      if (part) weight[part] += (await request.sizes()).responseBodySize;
    }
    return weight;
  };
}
