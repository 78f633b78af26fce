import { language, syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, type Range, RangeSet, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Grid } from '../grid/grid.ts';
import { readTable } from './markup/table.ts';

/** Syntax nodes that are left out of the text of a cell. */
const marks = new Set(['EmphasisMark', 'StrikethroughMark', 'CodeMark', 'LinkMark', 'Escape']);

/** Returns the text of a cell without its markup. */
function toPlainText({ state }: EditorView, cell: string): string {
  let words = '';
  let at = 0;
  state
    .facet(language)
    ?.parser.parse(cell)
    .iterate({
      enter: ({ name, from, to, node }) => {
        const isAddress = name === 'URL' && node.parent?.name === 'Link';
        if (!isAddress && !marks.has(name)) return;
        words += cell.slice(at, from);
        // The character after a backslash stays.
        at = name === 'Escape' ? to - 1 : to;
      },
    });
  return words + cell.slice(at);
}

/**
 * Renders a table whose cells hold plain text. `source` is its Markdown and tells whether the table has changed; `read`
 * parses it when the DOM is built.
 */
class TableWidget extends WidgetType {
  readonly source: string;
  readonly read: () => Grid | undefined;
  readonly open: (view: EditorView) => void;

  constructor(source: string, read: TableWidget['read'], open: TableWidget['open']) {
    super();
    this.source = source;
    this.read = read;
    this.open = open;
  }

  override eq({ source }: TableWidget): boolean {
    return source === this.source;
  }

  override get estimatedHeight(): number {
    return this.source.split('\n').length * 32;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { cells = [], alignments = [] } = this.read() ?? {};
    const table = document.createElement('table');
    for (const [place, row] of cells.entries()) {
      const line = table.insertRow();
      for (const [column, cell] of row.entries()) {
        const element = line.appendChild(document.createElement(place === 0 ? 'th' : 'td'));
        element.dir = 'auto';
        element.textContent = toPlainText(view, cell);
        element.style.textAlign = alignments[column] ?? 'start';
      }
    }
    const frame = document.createElement('div');
    frame.className = 'md-table';
    frame.append(table);
    frame.addEventListener('click', () => {
      view.dispatch({ selection: { anchor: view.posAtDOM(frame) } });
      this.open(view);
    });
    return frame;
  }
}

function findTables(state: EditorState, open: TableWidget['open']): DecorationSet {
  const { main } = state.selection;
  const found: Range<Decoration>[] = [];
  for (const node of syntaxTree(state).topNode.getChildren('Table')) {
    const { from } = node;
    const { to } = state.doc.lineAt(node.to);
    // A cursor directly before or after the table does not open it.
    if (main.from < to && main.to > from) continue;
    const widget = new TableWidget(state.sliceDoc(from, to), () => readTable(state, node)?.grid, open);
    found.push(Decoration.replace({ widget, block: true }).range(from, to));
  }
  return RangeSet.of(found);
}

/**
 * Shows each table in place of its Markdown, unless the cursor is inside. A press on a table moves the cursor there and
 * calls `open`. CodeMirror lets only a `StateField` replace several lines.
 */
export function showTables(open: TableWidget['open']): Extension {
  return StateField.define<DecorationSet>({
    create: (state) => findTables(state, open),
    update: (tables, { docChanged, selection, startState, state }) =>
      docChanged || selection || syntaxTree(startState) !== syntaxTree(state) ? findTables(state, open) : tables,
    provide: (field) => EditorView.decorations.from(field),
  });
}
