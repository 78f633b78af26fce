import type { Page } from '@playwright/test';

/** Returns the accessibility tree of a page's main part, without texts that depend on the time. */
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

/** Returns the file name of the snapshot of a kind of page. */
export function getSnapshotName(kind: string): string {
  return `${kind.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.yml`;
}
