import type { PhrasingContent } from 'mdast';
import { type Marks, noMarks } from './read-marks.ts';

/** A piece of text with its marks, or a node within text: a line break or a reference to a footnote. */
export interface Run {
  type: 'run';
  content: string | PhrasingContent;
  marks: Marks;
}

/** The marks that can contain each other. Code is always innermost. */
const nestingMarks = ['link', 'isStrong', 'isEmphasis', 'isStruck'] as const;
type Mark = (typeof nestingMarks)[number];

const isBreak = (run: Run | undefined) => typeof run?.content === 'object' && run.content.type === 'break';

/** Splits off the white space at the edges of a run, because Markdown's marks must touch the text. */
function splitSpace(run: Run): Run[] {
  if (typeof run.content !== 'string') return [run];
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(run.content) ?? [];
  return [before && ' ', text.replace(/\s{2,}|[\t\n\r\f]/g, ' '), after && ' ']
    .filter(Boolean)
    .map((content) => ({ ...run, content }));
}

/** Gives a space the marks that the text before and the text after it share. */
function markSpaces(runs: Run[]): Run[] {
  return runs.map((run, index) => {
    if (run.content !== ' ') return run;
    const [before, after] = [runs[index - 1]?.marks ?? noMarks, runs[index + 1]?.marks ?? noMarks];
    return {
      ...run,
      marks: {
        link: before.link === after.link ? before.link : null,
        isStrong: before.isStrong && after.isStrong,
        isEmphasis: before.isEmphasis && after.isEmphasis,
        isStruck: before.isStruck && after.isStruck,
        isCode: before.isCode && after.isCode,
      },
    };
  });
}

/** Collapses white space as a browser shows it: none at the edges of a block or beside a line break, else one space. */
function collapseSpace(runs: readonly Run[]): Run[] {
  const kept: Run[] = [];
  for (const run of runs.flatMap(splitSpace)) {
    const last = kept.at(-1);
    const isAtStart = !last || isBreak(last);
    if (run.content === ' ' && (isAtStart || last.content === ' ')) continue;
    if (isBreak(run) && last?.content === ' ') kept.pop();
    if (isBreak(run) && kept.length === 0) continue;
    kept.push(run);
  }
  while (kept.at(-1)?.content === ' ' || isBreak(kept.at(-1))) kept.pop();
  return markSpaces(kept);
}

/** Returns how many runs at the beginning share the same value of a mark; 0 if the first run lacks the mark. */
function countMarked(runs: readonly Run[], mark: keyof Marks): number {
  const value = runs[0]?.marks[mark];
  if (!value) return 0;
  const end = runs.findIndex(({ marks }) => marks[mark] !== value);
  return end < 0 ? runs.length : end;
}

function wrap(mark: Mark, runs: readonly Run[], inner: readonly Mark[]): PhrasingContent {
  const children = writeMarks(runs, inner);
  if (mark === 'link') return { type: 'link', url: runs[0]?.marks.link ?? '', children };
  return { type: mark === 'isStrong' ? 'strong' : mark === 'isEmphasis' ? 'emphasis' : 'delete', children };
}

/** Writes the code or text at the beginning of runs. Returns the node, and how many runs it holds. */
function writePlain(runs: readonly Run[], first: Run): { node: PhrasingContent; count: number } {
  if (typeof first.content !== 'string') return { node: first.content, count: 1 };
  const count = countMarked(runs, 'isCode');
  if (count === 0) return { node: { type: 'text', value: first.content }, count: 1 };
  const code = runs.slice(0, count).map(({ content }) => (typeof content === 'string' ? content : ' '));
  return { node: { type: 'inlineCode', value: code.join('') }, count };
}

/** Nests the marks of runs. The mark that covers most runs is outermost, so that the runs share one element. */
function writeMarks(runs: readonly Run[], marks: readonly Mark[]): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (let at = 0; at < runs.length; ) {
    const rest = runs.slice(at);
    const [first] = rest;
    if (!first) break;
    const [widest] = marks
      .map((mark) => ({ mark, count: countMarked(rest, mark) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
    if (widest) {
      const { mark, count } = widest;
      nodes.push(
        wrap(
          mark,
          rest.slice(0, count),
          marks.filter((each) => each !== mark),
        ),
      );
      at += count;
    } else {
      const { node, count } = writePlain(rest, first);
      nodes.push(node);
      at += count;
    }
  }
  return nodes;
}

/** Returns the Markdown nodes of the text of one block. */
export function writeRuns(runs: readonly Run[]): PhrasingContent[] {
  return writeMarks(collapseSpace(runs), nestingMarks);
}
