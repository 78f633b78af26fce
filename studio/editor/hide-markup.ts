import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Range, RangeSet } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/**
 * Markup that is hidden in lines that are not edited. The markup of lists and code stays visible, because it shows
 * their structure.
 */
const hidden = new Set(['HeaderMark', 'EmphasisMark', 'StrikethroughMark', 'LinkMark']);
const hide = Decoration.replace({});

/** Returns whether a line of a range holds a cursor or a selection. */
export function isEdited({ selection, doc }: EditorState, from: number, to: number): boolean {
  const first = doc.lineAt(from);
  const last = doc.lineAt(to);
  return selection.ranges.some((range) => range.from <= last.to && range.to >= first.from);
}

function findMarkup({ state, visibleRanges }: EditorView, hasBeenFocused: boolean): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end, node }) => {
        const parent = node.parent?.name ?? '';
        const isAddress = name === 'URL' && (parent === 'Link' || parent === 'Image');
        const isCode = name === 'CodeMark' && parent === 'InlineCode';
        if ((!hidden.has(name) && !isAddress && !isCode) || parent === 'Image') return;
        if (hasBeenFocused && isEdited(state, start, end)) return;
        // The space after the marks of a heading belongs to them.
        const more = name === 'HeaderMark' && state.sliceDoc(end, end + 1) === ' ' ? 1 : 0;
        if (end + more > start) ranges.push(hide.range(start, end + more));
      },
    });
  }
  return RangeSet.of(ranges, true);
}

/** Hides markup outside the edited lines. The text itself is never changed. */
export const hideMarkup = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    /** Whether the user has placed the cursor. Until then its first place, in the first line, reveals no markup. */
    hasBeenFocused = false;

    constructor(view: EditorView) {
      this.decorations = findMarkup(view, this.hasBeenFocused);
    }

    update({ docChanged, focusChanged, viewportChanged, selectionSet, view, startState, state }: ViewUpdate): void {
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      this.hasBeenFocused ||= view.hasFocus || selectionSet;
      if (docChanged || focusChanged || viewportChanged || selectionSet || isParsed)
        this.decorations = findMarkup(view, this.hasBeenFocused);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
