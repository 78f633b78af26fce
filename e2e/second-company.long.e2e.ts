import { expectAccessible } from './axe.ts';
import { expect, waitForPaint } from './browser.ts';
import { secondCompanyTest as test } from './company-sites.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { expectReflow } from './reflow.ts';
import { createApiClient, foundRoutes, missingScreens } from './routes.ts';

// Every kind of page in the second theme, with the texts of the second company.

/** The second company has too few articles for a second page. */
const routes = [...foundRoutes, ...missingScreens].filter(({ name }) => name !== 'the second page of the blogs');

for (const route of routes) {
  test(`${route.name} of the second company is accessible, fits every window and shifts nothing`, async ({
    page,
    company,
    expectComplaint,
  }) => {
    if (route.status === 404) expectComplaint(/status of 404/);
    const { address } = await route.find(createApiClient(company.address));
    const readShifts = await recordLayoutShifts(page);
    expect((await page.goto(address))?.status()).toBe(route.status);
    await waitForPaint(page);
    expect(await readShifts()).toEqual([]);
    await expectAccessible(page, { at: [320, 768, 1440, 2560] });
    await expectReflow(page);
  });
}
