import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { projectFolder } from '../server/folders.ts';
import { listContentTexts, listSentences, namesOfParts, normalizeText } from '../testing/company-texts.ts';

// The company is data: no phrase of the demo company stands in the code too.

/** Characters from which a sentence or label counts, and from which a part of a sentence does. */
const [shortest, shortestPart] = [12, 40];

interface Phrase {
  text: string;
  /** The place in the source. */
  start: number;
}

/** Adds the texts of string literals, templates and JSX below a node of a syntax tree. */
function collectPhrases(node: unknown, found: Phrase[]): void {
  if (Array.isArray(node)) for (const each of node) collectPhrases(each, found);
  if (!node || typeof node !== 'object' || !('type' in node)) return;
  const { type, start } = node as { type: string; start: number };
  if (type === 'ImportDeclaration' || type.startsWith('TS')) return;
  const value = 'value' in node ? node.value : undefined;
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') found.push({ text: value, start });
  else if (type === 'TemplateElement') found.push({ text: (value as { cooked: string | null }).cooked ?? '', start });
  for (const each of Object.values(node)) collectPhrases(each, found);
}

/** Returns the phrases of a source file: two words or more, each with its line. */
function listPhrases(file: string, source: string): { line: number; text: string }[] {
  const { program } = parseSync(file, source);
  const found: Phrase[] = [];
  collectPhrases(program, found);
  return found.flatMap(({ text, start }) =>
    listSentences(text)
      .filter((sentence) => sentence.length >= shortest && sentence.includes(' '))
      .map((sentence) => ({ line: source.slice(0, start).split('\n').length, text: sentence })),
  );
}

async function findShared(read: (file: string) => string = (file) => readFileSync(join(projectFolder, file), 'utf8')) {
  const texts = (await listContentTexts(join(projectFolder, 'content'))).map(({ text }) => text);
  const files = globSync('{contract,api,site,studio,server}/**/*.{ts,tsx}', { cwd: projectFolder }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
  );
  const whole = new Set(texts.flatMap(listSentences));
  const all = normalizeText(texts.join('\n'));
  return files.flatMap((file) =>
    listPhrases(file, read(file))
      .filter(({ text }) => whole.has(text) || (text.length >= shortestPart && all.includes(text)))
      .filter(({ text }) => !namesOfParts.has(text.toLowerCase()))
      .map(({ line, text }) => `${file}:${line} ${text}`),
  );
}

it('no phrase of the demo company stands in the code', async () => {
  expect(await findShared()).toEqual([]);
});

it('a sentence, a label or a long part of a sentence of the demo company is found with its line', async () => {
  const file = 'site/parts/layout.tsx';
  const [sentence, part] = [
    'Infrastructure, drawn to scale, then built to hold.',
    'the line that decides which river the rain will',
  ];
  const source = `\nconst a = <p>${sentence}</p>;\nconst b = \`\${a} ${part}\`;\n`;
  const found = await findShared((name) => (name === file ? source : ''));
  expect(found).toEqual([`${file}:2 ${sentence}`, `${file}:3 ${part}`]);
});
