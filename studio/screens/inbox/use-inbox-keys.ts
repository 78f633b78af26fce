import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSubmit } from 'react-router';
import { pageUserField } from '../../../contract/studio/paths.ts';
import { usePageUserId } from '../../context.ts';
import { getInboxAddress, type InboxData } from './load-inbox.ts';
import { type InboxAct, pickPrefix } from './run-inbox-action.ts';

/** The keys of the inbox and what they do, for the help. */
export const inboxKeys = [
  ['j', 'Next message'],
  ['k', 'Previous message'],
  ['Enter', 'Open the message'],
  ['e', 'Done'],
  ['s', 'Put into quarantine'],
  ['a', 'Assign to me'],
  ['r', 'Answer'],
  ['u', 'Unread'],
  ['x', 'Select'],
  ['/', 'Search'],
  ['?', 'These keys'],
] as const;

const acts: Record<string, InboxAct> = { e: 'DONE', s: 'SPAM', a: 'TAKE', u: 'UNREAD' };

/** Whether an element takes letters: keys act nowhere there. */
const takesText = (element: Element | null) =>
  element?.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') != null;

/**
 * Acts by keyboard while the focus is in the inbox and not in a field, so that single letters disturb no speech input
 * elsewhere (WCAG 2.2, 2.1.4). A key concerns the row that has the focus, else the message that is open.
 */
export function useInboxKeys(root: RefObject<HTMLElement | null>, { items, message }: InboxData): void {
  const navigate = useNavigate();
  const submit = useSubmit();
  const { search } = useLocation();
  const userId = usePageUserId();
  /** The place of the open message in the list, also after it left the list. */
  const place = useRef(-1);
  const at = items.findIndex(({ reference }) => reference === message?.reference);
  if (at !== -1) place.current = at;

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      const inbox = root.current;
      const { activeElement } = document;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !inbox) return;
      if (!inbox.contains(activeElement) || takesText(activeElement)) return;
      const rows = [...inbox.querySelectorAll<HTMLElement>('[data-reference]')];
      const focused = rows.findIndex((row) => row.contains(activeElement));
      const reference = rows[focused]?.dataset.reference ?? message?.reference;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      const act = acts[event.key];
      if (step !== undefined) {
        if (focused === -1 && event.key.startsWith('Arrow')) return;
        move(step, rows, focused);
      } else if (act && reference)
        void submit(
          { intent: 'change', act, [pickPrefix + reference]: 'on', [pageUserField]: String(userId) },
          { method: 'post' },
        );
      else if (event.key === 'r') inbox.querySelector<HTMLElement>('textarea[name=body]')?.focus();
      else if (event.key === '/') inbox.querySelector<HTMLElement>('input[type=search]')?.focus();
      else if (event.key === 'x' && focused !== -1)
        rows[focused]?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      else if (event.key === '?') inbox.querySelector<HTMLElement>('summary:has([data-keys])')?.click();
      else return;
      event.preventDefault();
    }

    /** Moves the focus between rows; from an open message, opens the next one. */
    function move(step: number, rows: HTMLElement[], focused: number): void {
      if (focused !== -1 || !message) {
        const row = rows[Math.max(0, focused === -1 ? 0 : focused + step)];
        row?.querySelector<HTMLElement>('a')?.focus();
        return;
      }
      // A message that has left the list was at the place of the one that follows it.
      const next = items[at === -1 && step === 1 ? Math.max(0, place.current) : Math.max(-1, place.current) + step];
      if (next) void navigate(getInboxAddress(next.reference, search));
    }

    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [root, items, message, at, navigate, submit, search, userId]);
}
