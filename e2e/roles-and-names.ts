import type { Page } from '@playwright/test';

/** The roles and names of a page's main part as assistive technology has them, without what changes by the clock. */
export async function readRolesAndNames(page: Page): Promise<string> {
  const text = await page.getByRole('main').ariaSnapshot();
  return `${text
    .replace(/^( *)- region "Question of the day":\n(?:\1 +.*\n)*/m, '$1- region "Question of the day"\n')
    .replace(/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'WEEKDAY')
    .replace(/\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g, 'DATE')
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, 'DATE')
    .replace(/\b\d{2}:\d{2}\b/g, 'TIME')
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'REQUEST')}\n`;
}

/** The name of a file for the snapshot of a kind of page. */
export function getSnapshotName(kind: string): string {
  return `${kind.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.yml`;
}
