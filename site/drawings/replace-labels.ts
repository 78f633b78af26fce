import type { Drawing } from './drawing.ts';
import { createElement, measureText } from './svg.ts';

/** The greatest length of a label that gets no line: the line of a callout's number would look like a minus sign. */
const longestNumber = 2;

/** Converts a label to a line of the same width, at the middle of the lower-case letters. */
function toLine(_whole: string, attributes: string, escaped: string): string {
  const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
  const text = escaped.replace(/&[^;]+;/g, '&').trim();
  if (text.length <= longestNumber) return '';
  const size = Number(read('font-size'));
  const width = measureText(text, size);
  const anchor = read('text-anchor');
  const x = Number(read('x')) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  return createElement('path', {
    // Whole numbers are short, and exact enough for a line.
    d: `M${Math.round(x)} ${Math.round(Number(read('y')) - size * 0.3)}h${Math.round(width)}`,
    transform: read('transform'),
    stroke: read('fill'),
    'stroke-width': Math.round(size * 0.3),
    'stroke-opacity': '.4',
  });
}

/**
 * Returns a drawing with a line in place of each label, for a card, on which letters would be too small to read. Labels
 * of one or two characters are omitted.
 */
export function replaceLabelsWithLines(drawing: Drawing): Drawing {
  return { ...drawing, marks: drawing.marks.replace(/<text ([^>]*)>([^<]*)<\/text>/g, toLine) };
}

/** Returns a drawing without its labels, for a drawing whose layout reserves no space for them. */
export function removeLabels(drawing: Drawing): Drawing {
  return { ...drawing, marks: drawing.marks.replace(/<text [^>]*>[^<]*<\/text>/g, '') };
}
