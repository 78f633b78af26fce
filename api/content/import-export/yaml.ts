import {
  type Document,
  isAlias,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
  visit,
} from 'yaml';
import { z } from 'zod';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { type DraftContent, trimContent } from '../../../contract/studio/draft-content.ts';
import type { ContentProblem } from './problems.ts';

/** Property names by which a parsed value could change the prototype of other objects. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns why PostgreSQL cannot store a text; null if it can. Such characters can be escaped in YAML. */
function findUnstorableCharacter(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? null : 'contains half a character (a lone surrogate)';
}

/**
 * Returns the places of YAML that content never needs and an attack may use: aliases, which can multiply a text without
 * end, anchors, tags, which select another type, the names of `refusedNames`, and characters that cannot be stored.
 */
function findRefusedNodes(document: Document.Parsed): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Node: (_key, node) => {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node)) found.push({ offset, message: 'has an alias (*); write the value itself' });
      else if (node.anchor) found.push({ offset, message: 'has an anchor (&); write the value itself' });
      if (node.tag) found.push({ offset, message: 'has a tag (!); write a plain value' });
      const message = isScalar(node) && typeof node.value === 'string' ? findUnstorableCharacter(node.value) : null;
      if (message !== null) found.push({ offset, message });
    },
    Pair: (_key, { key }) => {
      if (isScalar(key) && refusedNames.has(String(key.value)))
        found.push({ offset: key.range?.[0] ?? 0, message: `has the name ${key.value}, which is not allowed` });
    },
  });
  return found;
}

/** Returns the line of a field in its file. `textLine` is a line of the field's text, from 1. */
export type FindLine = (path: PropertyKey[], textLine?: number) => number;

/** Returns how many lines below the beginning of a node a line of its text is; 0 where the text is no literal block. */
function countLinesInBlock(node: Node, textLine: number): number {
  if (!isScalar(node) || node.type !== 'BLOCK_LITERAL' || textLine === 0) return 0;
  const emptyLines = /^\s*\n/.exec(String(node.value))?.[0].split('\n').length ?? 1;
  return textLine + emptyLines - 1;
}

/**
 * Parses and validates YAML. An empty text is a list without items, or an object without fields. `problems` has the
 * line and the field of each problem. `firstLine` is the line at which the text starts in its file. `findLine` returns
 * the line of a value, or of a line of a text in a block (`|`).
 */
export function parseYaml<S extends z.ZodType>(
  text: string,
  schema: S,
  file: string,
  firstLine = 1,
): { value: z.output<S> | null; problems: ContentProblem[]; findLine: FindLine } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const getLine = (offset: number) => lines.linePos(offset).line + firstLine - 1;

  /** Returns the line of the node at a path, or of its nearest existing ancestor. */
  function findLine(path: PropertyKey[], textLine = 0): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return getLine(node.range[0]) + countLinesInBlock(node, textLine);
    }
    return firstLine;
  }

  const broken = [
    ...document.errors.map(({ pos, message }) => ({ offset: pos[0], message })),
    ...findRefusedNodes(document),
  ].map(({ offset, message }) => ({ file, line: getLine(offset), field: '', message }));
  if (broken.length > 0) return { value: null, problems: broken, findLine };
  const parsed = schema.safeParse(document.toJS() ?? (schema instanceof z.ZodArray ? [] : {}));
  if (parsed.success) return { value: parsed.data, problems: [], findLine };
  const problems = parsed.error.issues.map(({ path, message }) => ({
    file,
    line: findLine(path),
    field: path.join('.'),
    message,
  }));
  return { value: null, problems, findLine };
}

/** Formats a value as YAML: one line for each text without line breaks, and no aliases, which imports refuse. */
export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Formats a Markdown file: its front matter, an empty line, and its body. Without a body, the front matter is all. */
export function formatMarkdownFile(head: object, body: string): string {
  return `---\n${formatYaml(head)}---\n${body === '' ? '' : `\n${body}`}`;
}

/**
 * Returns a body in the form of files: without empty lines around it, with Unix line endings and a final newline.
 * Imports and exports both use this form, because Git and editors change line endings, and every line would then count
 * as changed. Drafts, files of drafts and revisions keep every byte.
 */
export function trimBody(body: string): string {
  return `${body
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()}\n`;
}

/** Returns a content in the form of files, so that two contents with the same file are equal. */
export function trimForFile(type: EntryType, content: DraftContent): DraftContent {
  const { revisedAt } = content;
  return {
    ...trimContent(type, content),
    body: trimBody(content.body),
    revisedAt: revisedAt === null ? null : new Date(revisedAt).toISOString(),
  };
}
