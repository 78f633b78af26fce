import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../server/folders.ts';

// The README follows a request through the code. The files of the walk must exist, and stand in the order of the calls:
// a file is imported by one named before it.

/** Files that only list what others offer. An import of such a file counts as an import of the files it lists. */
const listingFiles = ['index.ts', 'handlers.ts', 'route.ts'];

/**
 * Files that no earlier file imports, because their function is handed to an earlier file, or calls it. The value is
 * the file that connects the two: it imports the earlier file, and is or imports the later one.
 */
const connections: Readonly<Record<string, string>> = {
  'server/page-cache/create-page-cache.ts': 'server/page-cache/create-page-cache.ts',
  'server/pages/pages.ts': 'server/site-app.ts',
  'api/http/bind.ts': 'api/http/bind.ts',
  'studio/saving/draft-saver.ts': 'studio/saving/draft-saver.ts',
};

/** The entries of browser bundles, which HTML loads and no module imports. */
const browserEntries = ['site/entry-client.ts'];

const exists = (file: string) => existsSync(join(projectFolder, file));

function listImports(file: string): string[] {
  if (!exists(file)) return [];
  const text = readFileSync(join(projectFolder, file), 'utf8');
  const specifiers = text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g);
  return [...specifiers].map(([, specifier = '']) => normalize(join(dirname(file), specifier)));
}

function listReachedFiles(file: string): string[] {
  return listImports(file).flatMap((target) =>
    listingFiles.includes(basename(target)) ? [target, ...listImports(target)] : [target],
  );
}

function isConnected(file: string, earlier: readonly string[]): boolean {
  const connection = connections[file];
  if (connection === undefined) return browserEntries.includes(file);
  const imports = listImports(connection);
  return (connection === file || imports.includes(file)) && earlier.some((each) => imports.includes(each));
}

/** Returns what is wrong with the files that a walk names, in the order of their first mention. */
function findProblems(walk: string): string[] {
  const files = [...new Set([...walk.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = '']) => file))];
  return files.flatMap((file, index) => {
    const earlier = files.slice(0, index);
    if (!exists(file)) return [`${file} does not exist`];
    const isImported = earlier.some((each) => listReachedFiles(each).includes(file));
    const isListed = file in connections || browserEntries.includes(file);
    if (isImported && isListed) return [`${file} is imported by an earlier file, so it needs no row in this test`];
    if (index > 0 && !isImported && !isConnected(file, earlier)) return [`${file} is named before its caller`];
    return [];
  });
}

function readWalk(): string {
  const text = readFileSync(join(projectFolder, 'README.md'), 'utf8');
  const [, walk = ''] = /\nA request such as([\s\S]*?)\nAll content is stored/.exec(text) ?? [];
  return walk;
}

it('the walk through the code names files that exist, in the order of the calls', () => {
  const walk = readWalk();
  expect(walk.match(/\.tsx?`/g)?.length).toBeGreaterThan(20);
  expect(findProblems(walk)).toEqual([]);
});

it('a walk with a renamed file, or with a file before its caller, is refused', () => {
  const walk = readWalk();
  expect(findProblems(walk.replaceAll('entries/get.ts', 'entries/read.ts'))).toContain(
    'api/content/entries/read.ts does not exist',
  );
  const [handler, caller] = ['`api/content/entries/get.ts`', '`api/http/call-endpoint.ts`'];
  const swapped = walk.replace(caller, '`?`').replace(handler, caller).replace('`?`', handler);
  expect(findProblems(swapped)).toContain('api/content/entries/get.ts is named before its caller');
});
