import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, type Range, RangeSet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { isEdited } from './hide-markup.ts';
import { type Picture, readPicture } from './markup/picture.ts';

/** Height in px that a picture is expected to have before it has loaded. */
const expectedHeight = 240;

/** Shows a picture of the library with its caption or, without one, its alternative text. */
class PictureWidget extends WidgetType {
  readonly picture: Picture;

  constructor(picture: Picture) {
    super();
    this.picture = picture;
  }

  override eq({ picture: { name, alt, caption } }: PictureWidget): boolean {
    return name === this.picture.name && alt === this.picture.alt && caption === this.picture.caption;
  }

  override get estimatedHeight(): number {
    return expectedHeight;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { name, alt, caption } = this.picture;
    const figure = document.createElement('span');
    figure.className = 'md-picture';
    const image = document.createElement('img');
    image.alt = caption ? alt : '';
    image.addEventListener('load', () => view.requestMeasure());
    image.src = `/media/${encodeURIComponent(name)}`;
    const words = document.createElement('span');
    words.textContent = caption || alt || name;
    figure.append(image, words);
    return figure;
  }

  /** A press on the picture moves the cursor to its line, where its Markdown is edited. */
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Shows each picture in place of its Markdown or, in a line that is edited, below it. */
function findPictures(state: EditorState, ranges: EditorView['visibleRanges']): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of ranges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        if (name !== 'Image') return;
        const picture = readPicture(state.sliceDoc(start, end));
        if (!picture) return;
        const widget = new PictureWidget(picture);
        const isInLine = state.doc.lineAt(start).to >= end;
        found.push(
          isInLine && !isEdited(state, start, end)
            ? Decoration.replace({ widget }).range(start, end)
            : Decoration.widget({ widget, side: 1 }).range(end),
        );
      },
    });
  return RangeSet.of(found, true);
}

/** Shows the pictures of the library in the text. The text itself is never changed. */
export const showPictures: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor({ state, visibleRanges }: EditorView) {
      this.decorations = findPictures(state, visibleRanges);
    }

    update({ docChanged, viewportChanged, selectionSet, view, startState, state }: ViewUpdate): void {
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      if (docChanged || viewportChanged || selectionSet || isParsed)
        this.decorations = findPictures(state, view.visibleRanges);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
