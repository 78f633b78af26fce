import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { FieldTarget } from '../../fields/props.ts';
import { isDetail } from './parts-of-entry.ts';
import type { SectionRequest } from './preview-frames.tsx';
import { type EntryProblem, focusField } from './use-problems.ts';

export const viewModes = ['Write', 'Split', 'Preview'] as const;
export type ViewMode = (typeof viewModes)[number];

/** Widths of the window from which the details have a column of their own; the style sheet has the same. */
const roomForDetails: Record<ViewMode, string> = {
  Write: '(min-width: 75rem)',
  Split: '(min-width: 112rem)',
  Preview: '(min-width: 75rem)',
};

/** Returns whether the window matches a media query; true on the server. */
function useMatches(query: string): boolean {
  const subscribe = useMemo(
    () => (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  );
}

/** A request to go to a line of the text. `request` changes with each request. */
export interface LineRequest {
  line: number;
  request: number;
}

/**
 * Keeps what the editor of an entry shows: the text, the preview or both, and the details beside or instead of them.
 * `goTo` shows and focuses the field of a path.
 */
export function usePlaces(type: EntryType, root: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<ViewMode>(type === 'PAGE' || type === 'SETTING' ? 'Split' : 'Write');
  // A narrow window shows Write instead of Split, and Split again when there is room.
  const canSplit = useMatches('(min-width: 64rem)');
  // Null until the user chooses: where there is room, the details are shown.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const hasRoom = useMatches(roomForDetails[view]);
  const areDetailsShown = chosen ?? hasRoom;
  const [target, setTarget] = useState<FieldTarget | null>(null);
  const [line, setLine] = useState<LineRequest | null>(null);
  const [section, setSection] = useState<SectionRequest | null>(null);
  const { hash } = useLocation();
  useEffect(() => {
    // Another screen can lead to a field, or to a line of a text: `#fields.mails.contact`, `#body:12`.
    const [, path = '', line] = /^#(body|fields\.[^:]+)(?::(\d+))?$/.exec(hash) ?? [];
    const request = Date.now();
    if (path === 'body') setLine({ line: Number(line ?? 1), request });
    else if (path) setTarget({ path, line: line ? Number(line) : null, request });
  }, [hash]);
  const seen = useRef<FieldTarget | null>(null);
  useEffect(() => {
    if (!target || target === seen.current || !root.current) return;
    seen.current = target;
    focusField(root.current, target.path);
  }, [target, root]);

  return {
    view,
    shownView: view === 'Split' && !canSplit ? 'Write' : view,
    details: chosen === null ? ('auto' as const) : chosen ? ('shown' as const) : ('hidden' as const),
    areDetailsShown,
    target,
    line,
    section,
    showView: (next: ViewMode) => {
      setView(next);
      setChosen(null);
    },
    toggleDetails: () => setChosen(!areDetailsShown),
    goTo: ({ path, line: place = null }: Pick<EntryProblem, 'path' | 'line'>) => {
      const isBeside = isDetail(type, path);
      if (view === 'Preview' && !isBeside) setView('Write');
      // Where there is no room for both, only one of them is shown.
      if (isBeside) setChosen(true);
      else if (!hasRoom) setChosen(false);
      const request = Date.now();
      if (path === 'body') setLine({ line: place ?? 1, request });
      else setTarget({ path, line: place, request });
    },
    previewSection: (id: string) => {
      if (!canSplit) setView('Preview');
      else if (view === 'Write') setView('Split');
      setSection({ id, request: Date.now() });
    },
  };
}
