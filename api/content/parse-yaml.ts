import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { ContentProblem } from './problems.ts';

/**
 * Parses and validates YAML. `problems` has line and field of each problem; `firstLine` is the line at which the text
 * starts in its file.
 */
export function parseYaml<S extends z.ZodType>(
  text: string,
  schema: S,
  file: string,
  firstLine = 1,
): { value: z.output<S> | null; problems: ContentProblem[]; lineOf: (path: PropertyKey[]) => number } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;

  /** Returns the line of the node at a path, or of its nearest existing ancestor. */
  function lineOf(path: PropertyKey[]): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lineAt(node.range[0]);
    }
    return firstLine;
  }

  const broken = document.errors.map((error) => ({
    file,
    line: lineAt(error.pos[0]),
    field: '',
    message: error.message,
  }));
  if (broken.length > 0) return { value: null, problems: broken, lineOf };
  const parsed = schema.safeParse(document.toJS() ?? {});
  if (parsed.success) return { value: parsed.data, problems: [], lineOf };
  const problems = parsed.error.issues.map(({ path, message }) => ({
    file,
    line: lineOf(path),
    field: path.join('.'),
    message,
  }));
  return { value: null, problems, lineOf };
}
