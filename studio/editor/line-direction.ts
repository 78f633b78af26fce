import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { isRightToLeft } from '../../contract/content/text-direction.ts';

const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });

/** Gives each visible line the direction of its words, as the page gives it to each paragraph. */
export const lineDirection = [
  EditorView.perLineTextDirection.of(true),
  EditorView.decorations.of(({ state: { doc }, visibleRanges }) => {
    const lines = new RangeSetBuilder<Decoration>();
    for (const { from, to } of visibleRanges)
      for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
        if (isRightToLeft(line.text)) lines.add(line.from, line.from, rightToLeft);
        if (line.to >= to || line.number === doc.lines) break;
      }
    return lines.finish();
  }),
];
