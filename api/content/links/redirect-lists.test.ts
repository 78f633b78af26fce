import { expect, it } from 'vitest';
import { makeEntry } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser, renameEntry } from '../../../testing/studio.ts';
import { createRequestCounter } from './count-requests.ts';

const { api, editor, call } = await setUpEditorApi('Ada');
const importList = (csv: string, isStored = true) => call('importRedirects', { csv, isStored });

it('a list is stored whole or not at all, after a look at what is wrong with each line', async () => {
  await makeEntry(api.ctx, 'BLOG', { slug: 'frost' });
  const wrong = [
    'From;Note',
    '/a,/b',
    '/b,/blog/frost',
    'no path,/blogs',
    '"/c","/blog/none"',
    '/a,/blogs',
    '/x/*,/y/*',
    '/y/*,/x/*',
  ].join('\r\n');
  const { problems, isStored, ...counts } = await importList(wrong.replace('From;Note', 'from,to,note'));
  expect(problems.map(({ line, path, message }) => `${line} ${path}: ${message}`)).toEqual([
    '4 path: must be a path of the site, such as /old-page, or all below one, such as /old-blog/*',
    '5 target: is not a page that visitors see',
    '6 path: stands twice in the list',
    '7 target: leads in a loop: /x/* → /y/* → /x/*',
    '8 target: leads in a loop: /y/* → /x/* → /y/*',
  ]);
  expect([isStored, counts]).toEqual([false, { total: 6, added: 6, changed: 0, same: 0 }]);
  expect((await call('redirects', {})).total).toBe(0);

  const list = '/a,/b\n/b,/blog/frost\n/old/*,/blog/*\n';
  expect(await importList(list, false)).toMatchObject({ added: 3, problems: [], isStored: false });
  expect((await call('redirects', {})).total).toBe(0);
  expect(await importList(list)).toMatchObject({ added: 3, isStored: true });
  // One hop each, and what the list says again changes nothing.
  const { items } = await call('redirects', {});
  expect(items.map(({ path, target, createdBy }) => [path, target, createdBy])).toEqual([
    ['/a', '/blog/frost', 'Ada'],
    ['/b', '/blog/frost', 'Ada'],
    ['/old/*', '/blog/*', 'Ada'],
  ]);
  expect(await importList('/b,/blogs\n/old/*,/blog/*')).toMatchObject({
    added: 0,
    changed: 1,
    same: 1,
    isStored: true,
  });
  const chain = Array.from({ length: 20 }, (_, n) => `/c-${n},${n < 19 ? `/c-${n + 1}` : '/blogs'}`);
  expect(await importList(chain.join('\n'))).toMatchObject({ added: 20, problems: [], isStored: true });
  expect((await call('redirects', { q: '/c-0' })).items).toMatchObject([{ path: '/c-0', target: '/blogs' }]);
  expect(
    (await importList(Array.from({ length: 5_001 }, (_, n) => `/n-${n},/blogs`).join('\n'))).problems,
  ).toHaveLength(1);
  expect((await importList('"/a,/b')).problems).toMatchObject([{ path: 'csv' }]);
  const { client } = await makeUser(api.ctx, 'AUTHOR');
  expect((await getFailure(client.call('importRedirects', { csv: list, isStored: false }))).code).toBe('forbidden');
});

it('an exported list has the redirects of renames and their requests, and is imported without a change', async () => {
  const { id } = await makeEntry(api.ctx, 'BLOG', { slug: 'frost' });
  await renameEntry(editor.client, id, 'ice');
  await importList('/a,/blog/ice\n/old/*,/blog/*');
  const counter = createRequestCounter(api.ctx, (error) => expect.fail(String(error)));
  for (const from of ['/old/*', '/old/*', '/a']) counter.countRedirect(from);
  await counter.stop();
  const day = new Date().toISOString().slice(0, 10);
  const { csv } = await call('exportRedirects', {});
  expect(csv.split('\r\n')).toEqual([
    'from,to,made,requests,last request',
    `/a,/blog/ice,by hand,1,${day}`,
    '/blog/frost,/blog/ice,by a rename,0,',
    `/old/*,/blog/*,by hand,2,${day}`,
    '',
  ]);
  expect(await importList(csv)).toMatchObject({ total: 3, same: 3, problems: [] });
  const [first] = (await call('redirects', { q: 'old' })).items;
  expect(first).toMatchObject({ hits: 2, lastHitOn: day });
});
