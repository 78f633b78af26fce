import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { manifestFile } from '../api/content/import-export/manifest.ts';

/** A folder of content that a test writes and changes; `remove` deletes it. */
export interface ContentFolder {
  path: string;
  write(file: string, text: string | Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>\n';

const files: Record<string, string> = {
  'categories.yaml':
    '- {type: BLOG, slug: news, name: News, description: What is new}\n- {type: TRIVIA, slug: odd, name: Odd, description: Odd things, enabled: false}\n',
  'positions.yaml': '- {slug: engineer, label: Engineer}\n',
  'interests.yaml':
    '- {slug: storage, label: Storage, description: Disks}\n- {slug: networks, label: Networks, description: Wires, enabled: false}\n',
  'personas.yaml': '- {slug: operator, label: Operator, description: Runs it, interests: [storage]}\n',
  'team/ada.md':
    '---\nname: Ada\nposition: engineer\nrole: Writer\njoined: 2020\nfocus: Text\norder: 1\n---\n\nWrites.\n',
  'blog/hello.md': [
    '---',
    'title: Hello',
    'summary: The first',
    'published: 2025-01-02T03:04:05Z',
    'updated: 2025-02-03T04:05:06+01:00',
    'category: news',
    'author: ada',
    'keywords: [one, "two: three"]',
    'interests: [storage]',
    'formerSlugs: [hi, good-day]',
    '---',
    '',
    'See [the question](/trivia/which) and [the app](/apps/tool).',
    '',
    '![A picture](media/box.svg "Boxed")',
    '',
  ].join('\n'),
  'blog/hello@next.md':
    '---\ntitle: Hello again\nsummary: The second\nat: 2125-01-01T00:00:00Z\nauthor: ada\n---\n\nLater.\n',
  'blog/draft.md': '---\ntitle: Draft\nsummary: Not yet\ndraft: true\ncategory: news\nauthor: ada\n---\n\nNot yet.\n',
  'blog/gone.md':
    '---\ntitle: Gone\nsummary: Was here\npublished: 2024-01-01T00:00:00Z\nwithdrawn: 2024-06-01T00:00:00Z\ncategory: news\nauthor: ada\n---\n\nGone.\n',
  'trivia/which.md':
    '---\ntitle: Which\nsummary: A question\npublished: 2025-01-01T00:00:00Z\ncategory: odd\nquestion: "Which: this?"\noptions: ["yes", "no", "null"]\nanswer: 1\n---\n\nThat.\n',
  'apps/tool.md': [
    '---',
    'title: Tool',
    'summary: A tool',
    'published: 2025-01-01T00:00:00Z',
    'order: 3',
    'tagline: It works',
    'platforms: [Linux]',
    'version: "1.10"',
    'released: "2025-01-01"',
    'licence: MIT',
    'price: Free',
    'applicationCategory: DeveloperApplication',
    'features: [{title: One, text: "Line one\\nline two"}]',
    'faqs: []',
    '---',
    '',
    '## Use',
    '',
    'Run it.',
    '',
  ].join('\n'),
  'media/box.svg': svg,
};

/**
 * Creates the content of a small company with one item of each kind: a draft, a next revision, a withdrawn entry,
 * former slugs and a picture.
 */
export async function makeContentFolder(): Promise<ContentFolder> {
  const path = await mkdtemp(join(tmpdir(), 'content-'));
  async function write(file: string, text: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  for (const [file, text] of Object.entries(files)) await write(file, text);
  return { path, write, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Returns the original text of one of the folder's files. */
export function readContentFile(name: string): string {
  const text = files[name];
  if (text === undefined) throw new Error(`no ${name}`);
  return text;
}

/**
 * Returns the bytes (base64) of every file in a folder by name, without the manifest of an export, which names its
 * database.
 */
export async function readFolder(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== manifestFile)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name.slice(path.length + 1), (await readFile(name)).toString('base64')]),
    ),
  );
}
