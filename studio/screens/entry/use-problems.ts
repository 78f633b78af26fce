import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldError } from '../../../contract/http/errors.ts';
import { useClient } from '../../context.ts';
import type { SaverSnapshot } from '../../saving/save-state.ts';

/** A reason why an entry cannot be published. A problem of the text has a line. */
export type EntryProblem = FieldError & { line?: number | null };

const none: EntryProblem[] = [];

/**
 * Keeps the problems that prevent publishing. While there are any, every saved change is checked again, so that a
 * problem disappears when it is solved. `left` counts them; `problems` are none until the user has asked for them.
 */
export function useProblems(
  entryId: number,
  { state, version }: Pick<SaverSnapshot, 'state' | 'version'>,
  /** Whether to count the problems before the user asks. */
  isUnfinished: boolean,
) {
  const client = useClient();
  const [{ problems, checked, isAsked }, setChecked] = useState({ problems: none, checked: '', isAsked: false });
  const isCounted = isUnfinished && checked === '';
  const isOutdated = (isCounted || problems.length > 0) && state === 'saved' && checked !== version;
  useEffect(() => {
    if (!isOutdated) return undefined;
    const leaving = new AbortController();
    client.call('checkEntry', { id: entryId }, { signal: leaving.signal }).then(
      (answer) => setChecked((before) => ({ ...before, problems: answer.problems, checked: version })),
      // The problems of the last check stay until the next saved change.
      () => undefined,
    );
    return () => leaving.abort();
  }, [client, entryId, version, isOutdated]);
  const latest = useRef(version);
  latest.current = version;
  const setProblems = useCallback(
    (found: EntryProblem[]) => setChecked({ problems: found, checked: latest.current, isAsked: true }),
    [],
  );
  return { problems: isAsked ? problems : none, left: problems.length, setProblems };
}

const focusable = 'input, textarea, select, button';

/** Returns the path and the paths of the groups around it, the longest first: `a.b.0`, `a.b`, `a`. */
function listPaths(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Focuses the field of a path, or else the nearest group around it, and scrolls it into view. */
export function focusField(root: HTMLElement, path: string): void {
  for (const each of listPaths(path)) {
    const found = root.querySelector<HTMLElement>(`[data-path="${CSS.escape(each)}"]`);
    if (!found) continue;
    const isField = found.matches(focusable) || found.tabIndex >= 0;
    const inside = found.matches('[data-editor]') ? '[contenteditable], textarea' : focusable;
    const field = isField ? found : found.querySelector<HTMLElement>(inside);
    for (let group = found.closest('details'); group; group = group.parentElement?.closest('details') ?? null)
      group.open = true;
    (field ?? found).focus({ preventScroll: true });
    found.scrollIntoView({ block: 'center' });
    return;
  }
}
