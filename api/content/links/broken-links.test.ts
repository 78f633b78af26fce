import { expect, it } from 'vitest';
import { getEntryType } from '../../../contract/content/entry-types.ts';
import { makeCategory, makeEntry } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { withdrawEntry } from '../../../testing/studio.ts';
import { completeFeedIds } from '../feed/feed-ids.ts';
import { publishSettingFields } from '../settings.ts';

const { api, editor, call } = await setUpEditorApi('Ada');

/** Returns the broken links as `title path:line target reason > suggestion`. */
async function list(of?: 'SHOWN' | 'DRAFT'): Promise<string[]> {
  const { items } = await call('brokenLinks', of ? { of } : {});
  return items.map(
    ({ title, isDraft, path, line, target, reason, suggestion }) =>
      `${isDraft ? 'Draft ' : ''}${title} ${path}:${line ?? ''} ${target} ${reason.replace(/ since .*/, '')}${suggestion ? ` > ${suggestion}` : ''}`,
  );
}

/** Saves a change of an entry's text as a draft, and publishes it. */
async function change(id: number, text: object, isPublished: boolean): Promise<void> {
  const { version, content } = await call('openEntry', { id });
  const saved = await call('saveDraft', { id, version, content: { ...content, ...text } });
  if (isPublished) await call('publishEntry', { id, version: saved.version });
}

it('lists links and fragments that break after publishing, with their line and a page that is like the target', async () => {
  const guide = await makeEntry(api.ctx, 'PAGE', {
    slug: 'old-guide',
    text: { title: 'Guide', body: '## Part\n\nText.' },
  });
  await makeEntry(api.ctx, 'PAGE', { slug: 'new-guide', text: { title: 'The new guide' } });
  const { slug } = await makeCategory(api.ctx, 'BLOG');
  const body = `First.\n\nSee [it](/old-guide), [its part](/old-guide#s-part), [all](${getEntryType('BLOG').categoryPath}${slug}) and [home](/).`;
  await makeEntry(api.ctx, 'PAGE', { text: { title: 'Linking', body } });
  expect(await list()).toEqual([]);
  await change(guide.id, { body: 'No part.' }, true);
  expect(await list()).toEqual(['Linking body:3 /old-guide#s-part has no such heading']);
  await withdrawEntry(editor.client, guide.id);
  expect(await list()).toEqual([
    'Linking body:3 /old-guide has been withdrawn > /new-guide',
    'Linking body:3 /old-guide#s-part has been withdrawn > /new-guide',
  ]);
  await call('addRedirect', { path: '/old-guide', target: '/new-guide' });
  expect(await list()).toEqual([]);
});

it('marks links of drafts, but not those to what is published later, and lists those of menus', async () => {
  const target = await makeEntry(api.ctx, 'PAGE', { slug: 'target' });
  await makeEntry(api.ctx, 'PAGE', { slug: 'later', publishedAt: null });
  const page = await makeEntry(api.ctx, 'BLOG', { text: { title: 'Page', body: 'See [it](/target).' } });
  await makeEntry(api.ctx, 'BLOG', { slug: 'other', text: { body: '[Top](https://our.example/blog/other#main)' } });
  await completeFeedIds(api.ctx, 'https://our.example');
  const body =
    'See [it](/target).\n\n`](/code)`, [later](/later), [itself](#none), [none](/zzz), [own](https://our.example/blog/other#prices), [main](/blog/other#main) or [home](https://our.example).';
  await change(page.id, { body }, false);
  const header = [{ kind: 'link' as const, to: '/target', label: 'It' }];
  await publishSettingFields(api.ctx, 'menus', { header, footer: [], legal: [] });
  await withdrawEntry(editor.client, target.id);
  expect(await list()).toEqual([
    'Menus fields.header.0.to: /target has been withdrawn',
    'Page body: /target has been withdrawn',
    'Draft Page body:3 /zzz is not a page of this site',
    'Draft Page body:3 /blog/other#prices has no such section',
    'Draft Page body:3 #none has no such section',
  ]);
  expect(await list('DRAFT')).toHaveLength(3);
});
