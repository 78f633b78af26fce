import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { browserRequests } from './browser-requests.ts';

/** Operations that only documents call, which a server renders. */
const ofDocuments = ['feedItems', 'sitemap'];
/** Operations that the client calls for others: before a form, for files, and without the API's types. */
const ofClient = ['formToken', 'uploadFiles', 'recordView', 'recordEvents'];

it('names every operation that the code of the site calls, and no other', () => {
  const files = globSync('site/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const called = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\.call\('(\w+)'/g)].map(([, name]) => name ?? ''),
  );
  const expected = [...called.filter((name) => !ofDocuments.includes(name)), ...ofClient];
  expect(Object.keys(browserRequests).sort()).toEqual([...new Set(expected)].sort());
});
