import type { Page } from '@playwright/test';
import { createApiContext } from '../testing/api-context.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { expect, signIn, test } from './studio-site.ts';

// An author writes script into every text that somebody else will see: an editor in the Studio, and visitors.

const script = '<script>globalThis.isHit = true</script>';
const event = '"><img src=x onerror="globalThis.isHit=true">';
const hostileSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="globalThis.isHit=true">' +
  `${script}<a href="javascript:globalThis.isHit=true"><rect width="9" height="9"/></a></svg>`;

const body = [
  '---\ntitle: Another title\nwithdrawn: 2020-01-01T00:00:00Z\n---',
  script,
  `<img src=x onerror="globalThis.isHit=true"><svg onload="globalThis.isHit=true"></svg>`,
  '[A link](javascript:globalThis.isHit=true) <javascript:globalThis.isHit=true> [data](data:text/html,x)',
  '<iframe srcdoc="<script>parent.isHit=true</script>"></iframe><form action="javascript:x"><button>x</button></form>',
  '<style>@import "https://evil.test/x.css"</style><base href="https://evil.test/">',
].join('\n\n');

async function expectUnharmed(page: Page, what: string): Promise<void> {
  const { isHit, handlers } = await page.evaluate(() => ({
    isHit: 'isHit' in globalThis,
    handlers: [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
      [...attributes].filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value)),
    ).length,
  }));
  expect({ what, isHit, handlers }).toEqual({ what, isHit: false, handlers: 0 });
}

test('script in a text, file name or drawing of an author never runs', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  // A drawing that is opened by itself is sandboxed, so it has no origin.
  expectComplaint(/origin-keyed agent cluster/);
  const ctx = createApiContext(studioSite.database.db, studioSite.dataDir);
  const author = createHttpStudioClient(studioSite.address, (await makeUser(ctx, 'AUTHOR', event)).token);
  const [picture] = await author.uploadPictures([new File([hostileSvg], `${event}.svg`)]);
  const name = picture?.name ?? '';
  expect(name).toMatch(/^[a-z0-9-]+\.svg$/);
  await author.call('describePicture', { name, version: 1, alt: event + script, focusX: 0.5, focusY: 0.5 });
  const { id } = await author.call('createEntry', { type: 'PAGE', title: `Hostile ${event}`, slug: 'hostile' });
  const opened = await author.call('openEntry', { id });
  const content = {
    ...opened.content,
    summary: `Summary ${event}${script}`.slice(0, 240),
    keywords: [event, '</script>'],
    body: `${body}\n\n![${event.replaceAll(/[[\]]/g, '')}](media/${name} "${script.replaceAll('"', '')}")\n`,
  };
  const saved = await author.call('saveDraft', { id, version: opened.version, content });

  await signIn(context, studioSite, 'EDITOR');
  let asked = false;
  page.on('dialog', () => {
    asked = true;
  });
  const visit = async (path: string) => {
    await page.goto(path);
    await page.waitForLoadState('load');
    await expectUnharmed(page, path);
  };
  const editor = createHttpStudioClient(studioSite.address, (await makeUser(ctx, 'EDITOR')).token);
  await visit(`/studio/content/${id}`);
  const preview = page.frameLocator('iframe[data-shown]');
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Hostile');
  await expectUnharmed(page, 'preview');
  await editor.call('publishEntry', { id, version: saved.version });
  for (const path of [
    '/studio',
    '/studio/content?q=hostile',
    `/studio/content/${id}`,
    `/studio/content/${id}/history`,
    '/studio/calendar',
    '/studio/media',
    `/studio/media/${name}`,
    '/hostile',
    '/search?q=hostile',
    `/media/${name}`,
  ])
    await visit(path);
  expect(asked).toBe(false);
  const svg = await (await page.request.get(`/media/${name}`)).text();
  expect(svg).not.toMatch(/script|onload|javascript/);
});
