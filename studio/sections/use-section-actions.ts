import {
  type Dispatch,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import type { SectionActions } from './section-card.tsx';
import {
  copySection,
  createSection,
  insertAfter,
  moveSection,
  nameSection,
  type SectionsUpdate,
  type SectionValue,
} from './section-values.ts';

/** What a list of sections shows beside its sections. */
interface ListState {
  /** The id of the section below which the palette adds one, null: at the beginning. Undefined without a palette. */
  place: { after: string | null } | undefined;
  /** The section that was removed last, with its place. */
  removed: { section: SectionValue; index: number } | null;
  /** What screen readers say. */
  message: string;
}

/** The part of the list that gets the focus after its next change. */
type Focus = { id: string; part: 'summary' | 'form' } | 'undo';

function findFocus(list: HTMLElement, focus: Focus): HTMLElement | null | undefined {
  if (focus === 'undo') return list.querySelector<HTMLElement>('[data-undo]');
  const card = list.querySelector(`:scope > [data-item="${CSS.escape(focus.id)}"]`);
  const field = focus.part === 'form' && card?.querySelector<HTMLElement>('input, textarea, select');
  return field || card?.querySelector<HTMLElement>('summary');
}

/** Returns what the buttons of a list of sections do. Each moves the focus to where the user continues. */
export function useSectionActions({
  list,
  schemas,
  sections,
  onUpdate,
  onPreview,
  setUnfolded,
}: {
  list: RefObject<HTMLOListElement | null>;
  schemas: ReadonlyMap<string, FieldSchema>;
  sections: SectionValue[];
  onUpdate: (update: SectionsUpdate) => void;
  onPreview: ((id: string) => void) | undefined;
  setUnfolded: Dispatch<SetStateAction<ReadonlySet<string>>>;
}) {
  const [state, setState] = useState<ListState>({ place: undefined, removed: null, message: '' });
  const latest = useRef({ sections, onUpdate, onPreview });
  latest.current = { sections, onUpdate, onPreview };
  const focus = useRef<Focus | null>(null);

  // After every change: the part exists only then, and a dialog has given the focus back.
  useEffect(() => {
    if (!focus.current || !list.current) return;
    const found = findFocus(list.current, focus.current);
    if (!found) return;
    focus.current = null;
    found.focus();
    found.scrollIntoView({ block: 'nearest' });
  });

  const update = (change: SectionsUpdate) => latest.current.onUpdate(change);
  const say = (message: string, changed: Partial<ListState> = {}) =>
    setState((now) => ({ ...now, ...changed, message }));
  const name = (section: SectionValue) => nameSection(section, latest.current.sections.indexOf(section));
  const find = (id: string) => latest.current.sections.find((section) => section.id === id);

  function put(after: string | null, section: SectionValue, part: 'summary' | 'form'): void {
    update((all) => insertAfter(all, after, section));
    setUnfolded((now) => new Set([...now, section.id]));
    focus.current = { id: section.id, part };
  }

  const choosePlace = (after: string | null | undefined) =>
    setState((now) => ({ ...now, place: after === undefined ? undefined : { after } }));

  // The functions read the latest list, so that they stay the same and no card is rendered without need.
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything that changes is read from `latest`
  const actions = useMemo<SectionActions>(
    () => ({
      change: (id, change) => update((all) => all.map((section) => (section.id === id ? change(section) : section))),
      fold: (id, isOpen) =>
        setUnfolded((now) => new Set(isOpen ? [...now, id] : [...now].filter((each) => each !== id))),
      move: (id, place) => {
        const section = find(id);
        if (!section) return;
        update((all) => moveSection(all, id, place));
        say(`${name(section)} is now ${place + 1} of ${latest.current.sections.length}.`);
      },
      copy: (id) => {
        const section = find(id);
        if (!section) return;
        put(id, copySection(section), 'summary');
        say(`${name(section)} was copied. The copy is below.`);
      },
      show: (id, isShown) => {
        const section = find(id);
        if (!section) return;
        update((all) => all.map((each) => (each.id === id ? { ...each, shown: isShown } : each)));
        say(`${name(section)} is ${isShown ? 'shown' : 'hidden'}.`);
      },
      remove: (id) => {
        const section = find(id);
        if (!section) return;
        const index = latest.current.sections.indexOf(section);
        update((all) => all.filter((each) => each.id !== id));
        focus.current = 'undo';
        say(`${name(section)} was removed.`, { removed: { section, index } });
      },
      addBelow: choosePlace,
      preview: latest.current.onPreview && ((id) => latest.current.onPreview?.(id)),
    }),
    [],
  );

  /** Adds a section of a kind at the place for which the palette was opened. */
  function add(kind: string): void {
    const schema = schemas.get(kind);
    if (schema && state.place) put(state.place.after, createSection(schema), 'form');
    choosePlace(undefined);
  }

  /** Puts the section that was removed last back to its place. */
  function restore(): void {
    const { removed } = state;
    if (!removed) return;
    const { section, index } = removed;
    update((all) => (all.some(({ id }) => id === section.id) ? all : all.toSpliced(index, 0, section)));
    focus.current = { id: section.id, part: 'summary' };
    say(`${nameSection(section, index)} is back.`, { removed: null });
  }

  return { state, actions, add, choosePlace, restore };
}

/** From where to where an item of a list is dragged. Both are places in the list as it was. */
export interface Drag {
  from: number;
  to: number;
  /** By how many steps of indentation a dragged item has moved to the right since the press; negative to the left. */
  levels: number;
}

/** The width of a level of a list, in pixels. */
const levelWidth = 28;

/** How near to the edge of the window, in pixels, a dragged item scrolls the page. */
const edge = 56;
const scrollStep = 14;

/** Returns the place at which an item would be, if it was dropped at a height of the window. */
function findPlace(items: readonly Element[], from: number, y: number): number {
  const others = items.filter((_, index) => index !== from);
  return others.filter((item) => {
    const { top, height } = item.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

/**
 * Lets the items of a list be dragged by their handles, with a mouse, a pen or a finger. An item has `data-item`, and
 * its handle `data-handle`. Returns the drag under way, and the handlers of the list. Escape ends a drag without a
 * change.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  const startX = useRef(0);

  useEffect(() => {
    if (!isDragging) return undefined;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setDrag(null);
    };
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [isDragging]);

  const listItems = () => [...(list.current?.querySelectorAll(':scope > [data-item]') ?? [])];

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const handle = (event.target as Element).closest('[data-handle]');
      const from = listItems().findIndex((item) => item.contains(handle));
      if (!handle || from === -1 || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const { top } = handle.getBoundingClientRect();
      // All items fold while one is dragged. The handle stays below the pointer.
      startX.current = event.clientX;
      flushSync(() => setDrag({ from, to: from, levels: 0 }));
      scrollBy({ top: handle.getBoundingClientRect().top - top, behavior: 'instant' });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      if (clientY < edge) scrollBy({ top: -scrollStep, behavior: 'instant' });
      else if (clientY > innerHeight - edge) scrollBy({ top: scrollStep, behavior: 'instant' });
      const to = findPlace(listItems(), drag.from, clientY);
      const levels = Math.trunc((clientX - startX.current) / levelWidth);
      if (drag.to !== to || drag.levels !== levels) setDrag({ ...drag, to, levels });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && (drag.to !== drag.from || drag.levels !== 0)) onDrop(drag);
    },
    onPointerCancel: () => setDrag(null),
  };
  return { drag, handlers };
}
