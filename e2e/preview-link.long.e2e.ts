import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../server/folders.ts';
import { type ContentSite, startSiteWithTestContent } from '../testing/content-sites.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { testEntries, writeSiteContent } from '../testing/site-content.ts';
import { expect, test, waitForHydration } from './browser.ts';

// The preview of an entry that is edited as a file on a production site: import, then a link.

let site: ContentSite;
let folder: string;

function runSite(command: string, ...words: string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATABASE_URL: getDatabaseUrl(site.database.config), SITE_URL: site.address };
  const child = spawn('npx', ['site', command, ...words], { cwd: projectFolder, env });
  let output = '';
  child.stdout.on('data', (part) => {
    output += part;
  });
  child.stderr.pipe(process.stderr);
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`)))),
  );
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await startSiteWithTestContent();
  folder = await mkdtemp(join(tmpdir(), 'preview-'));
  await writeSiteContent(folder);
  const rewrite = async (from: string, to: string, change: (text: string) => string) =>
    writeFile(join(folder, to), change(await readFile(join(folder, from), 'utf8')));
  await rewrite('pages/home.md', 'pages/home@next.md', (text) =>
    text
      .replace(/^title: .*$/m, 'title: Home of tomorrow')
      .replace(/^published: .*$/m, 'at: 2125-01-01T00:00:00Z')
      .replace(/^order: .*\n/gm, ''),
  );
  await rewrite(`infographics/${testEntries.INFOGRAPHIC[0]?.slug}.md`, 'infographics/not-yet-drawn.md', (text) =>
    text.replace(/^title: .*$/m, 'title: Not yet drawn').replace(/^published: .*$/m, 'draft: true'),
  );
  await runSite('import', folder, '--quiet');
});
test.afterAll(async () => {
  await site?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

for (const [file, heading, status] of [
  ['pages/home', 'Home of tomorrow', 200],
  ['infographics/not-yet-drawn', 'Not yet drawn', 404],
] as const) {
  test(`the link that npx site preview prints shows ${file} below a bar, and no other address does`, async ({
    page,
  }) => {
    const [link = ''] = (await runSite('preview', file)).split('\n');
    expect(link).toContain(`${site.address}/studio/share/`);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByText('A preview, shared with you.')).toBeInViewport();
    await page.getByRole('link', { name: 'Open it as a page of the site' }).click();
    await expect(page).not.toHaveURL(/studio/);
    const bar = page.getByRole('note').filter({ hasText: 'Preview.' });
    await expect(bar).toBeInViewport();
    await waitForHydration(page);
    await expect(bar).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const chart = page.getByRole('link', { name: 'Open the drawing' }).first();
    if (file.startsWith('infographics'))
      expect((await page.request.get(await chart.evaluate((a: HTMLAnchorElement) => a.href))).status()).toBe(200);

    const anonymous = await page.request.get(page.url().replace(/\?.*/, ''));
    expect(anonymous.status()).toBe(status);
    expect(await anonymous.text()).not.toContain(heading);
  });
}
