import type { Page } from '@playwright/test';
import { createPreviewToken } from '../../../api/content/entries/preview-token.ts';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { getFirstEntry } from '../../../e2e/routes.ts';
import { storageKeys } from '../../../site/device/storage.ts';
import { openPage, sampleSender } from '../page-actions.ts';
import type { Scene } from '../scene.ts';

const noteFrame = 'section[aria-label="Recognising this device"]';
const note = (page: Page) => page.locator(noteFrame);

const stored = {
  [storageKeys.device]: 'd41d8cd98f00b204e9800998ecf8427e-0b5c1e9a-7c3d-4f52-9a86-2f1d3b4c5e6f',
  [storageKeys.details]: sampleSender,
  [storageKeys.categories]: { kind: 'interest', slug: 'storage' },
};

/** States that depend on the device, and on the consent of its visitor. */
export const deviceScenes: Scene[] = [
  {
    route: '/why-us',
    frame: noteFrame,
    state: 'consent asked for',
    device: { stored: {} },
    arrange: async (page) => {
      await openPage(page, '/why-us');
      await note(page).getByRole('button', { name: 'Allow' }).waitFor();
    },
  },
  {
    route: '/why-us',
    frame: noteFrame,
    state: 'consent given',
    device: { stored: {} },
    arrange: async (page) => {
      await openPage(page, '/why-us');
      await note(page).getByRole('button', { name: 'Allow' }).click();
      await note(page).getByText('We will recognise this device from now on').waitFor();
    },
  },
  {
    route: '/privacy-policy',
    state: 'with all that can be stored',
    frame: '#stored',
    device: { stored },
    arrange: (page) => openPage(page, '/privacy-policy'),
  },
  {
    route: '/privacy-policy',
    state: 'with nothing stored',
    frame: '#stored',
    device: { stored: {} },
    arrange: (page) => openPage(page, '/privacy-policy'),
  },
  {
    route: '/',
    state: 'remembered by this device',
    frame: '#recommended',
    device: { stored },
    arrange: async (page) => {
      await openPage(page, '/');
      await page.getByRole('button', { name: /^Forget/ }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    route: 'one entry: blog',
    state: 'preview',
    frame: 'window',
    arrange: async (page, { database }) => {
      const { id, slug } = await getFirstEntry('BLOG');
      const { rows } = await database.pool.query('select live_revision_id from entries where id = $1', [id]);
      const admin = await createPreviewToken(database, id, Number(rows[0]?.live_revision_id));
      await openPage(page, `${getEntryPath('BLOG', slug)}?admin=${admin}`);
      await page.getByText('Visitors do not see this revision').waitFor();
    },
  },
];
