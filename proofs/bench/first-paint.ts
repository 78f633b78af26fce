import type { Browser } from '@playwright/test';

/** A slow mobile connection: milliseconds to the server and back, and bytes a second. */
const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000, offline: false };

/** Returns the milliseconds until the first visit of a phone on a slow connection shows its first text or picture. */
export async function measureFirstPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await page.goto(address);
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return (await paint.jsonValue()) ?? Number.NaN;
  } finally {
    await context.close();
  }
}
