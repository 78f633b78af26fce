import type { Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { entries } from '../../../api/db/tables.ts';
import type { TypeWithPages } from '../../../contract/content/entry-types.ts';
import { signIn } from '../../../e2e/studio-site.ts';
import type { FixedClockSite } from '../../../testing/fixed-clock-site.ts';
import type { Scene } from '../scene.ts';

/** Returns the path of the editor of an entry; by default of the first entry of its type. */
export async function getEditorPath({ database }: FixedClockSite, type: TypeWithPages, slug?: string): Promise<string> {
  const [entry] = await database.db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.type, type), slug === undefined ? undefined : eq(entries.slug, slug)))
    .orderBy(entries.id)
    .limit(1);
  if (!entry) throw new Error(`There is no ${type}`);
  return `/studio/content/${entry.id}`;
}

/** Opens a screen as an editor with an e-mail address of their own. */
export async function openAsEditor(page: Page, site: FixedClockSite, path: string, email?: string): Promise<void> {
  await signIn(page.context(), site, 'EDITOR', 'Grace Hopper', email);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Creates a scene of a screen for an editor, who is signed in nowhere else. */
function createScreenScene(state: string, path: string | ((site: FixedClockSite) => Promise<string>)): Scene {
  return {
    route: '/studio',
    state,
    arrange: async (page, site) =>
      openAsEditor(
        page,
        site,
        typeof path === 'string' ? path : await path(site),
        `${state.replaceAll(' ', '-')}@example.org`,
      ),
  };
}

const editors: Scene[] = (['BLOG', 'INFOGRAPHIC', 'SERVICE'] as const).map((type) => ({
  ...createScreenScene(`editor of ${type.toLowerCase()}`, (site) => getEditorPath(site, type)),
  frame: 'window',
  adapt: async (page) => {
    await page.locator('.cm-content').waitFor();
  },
}));

/** The screens of the Studio with the demo company's content. */
export const studioScenes: Scene[] = [
  {
    route: '/studio',
    state: 'sign-in',
    arrange: async (page) => {
      await page.goto('/studio/sign-in');
    },
  },
  createScreenScene('start', '/studio'),
  createScreenScene('content list', '/studio/content?sort=title'),
  createScreenScene('content list without results', '/studio/content?q=nothing+of+this+kind'),
  createScreenScene('new entry', '/studio/content/new/BLOG'),
  ...editors,
  createScreenScene('withdraw', async (site) => `${await getEditorPath(site, 'BLOG')}/withdraw`),
  createScreenScene('share', async (site) => `${await getEditorPath(site, 'BLOG')}/share`),
  createScreenScene('history', async (site) => `${await getEditorPath(site, 'BLOG')}/history`),
  createScreenScene('calendar of a month', '/studio/calendar?month=2026-10'),
  createScreenScene('calendar of a week', '/studio/calendar?week=2026-10-12'),
  createScreenScene('pictures', '/studio/media'),
  createScreenScene('broken links', '/studio/links'),
  createScreenScene('redirects', '/studio/redirects'),
  createScreenScene('company', '/studio/company'),
  createScreenScene('menus', '/studio/menus'),
  createScreenScene('look', '/studio/look'),
  createScreenScene('forms', '/studio/forms'),
  createScreenScene('own account', '/studio/me'),
];
