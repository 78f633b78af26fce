import { type Dispatch, type RefObject, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
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
