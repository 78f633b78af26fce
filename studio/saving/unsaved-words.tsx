import { useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigation } from 'react-router';
import { useAnswer } from '../screen.ts';
import type { UnsavedDialogs } from './unsaved-dialogs.tsx';

const untyped = ['hidden', 'checkbox', 'radio', 'file', 'color', 'range', 'password'];

/** Returns the fields of a form in which people type. Those of the text editor are not of the form. */
const listTypedFields = (sent: HTMLFormElement) =>
  [...sent.elements].filter(
    (field): field is HTMLInputElement | HTMLTextAreaElement =>
      (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !untyped.includes(field.type))) &&
      !field.closest('.cm-editor'),
  );

/**
 * Returns whether a form has words that are not the loaded ones. A field whose words a script keeps has them as its
 * default, because React sets both.
 */
const isChanged = (sent: HTMLFormElement) =>
  listTypedFields(sent).some(({ value, defaultValue }) => value !== defaultValue.replaceAll('\r\n', '\n'));

/**
 * Asks before somebody leaves words that they have typed into a form of the screen and not sent. When the session has
 * ended as a form was sent, asks for a new sign-in over the page and sends the form again. The dialogs are loaded then.
 */
export function UnsavedWords() {
  const refusal = useAnswer()?.refusal;
  const { state, formMethod } = useNavigation();
  /** The form that was sent last, if somebody has typed into it. */
  const sent = useRef<HTMLFormElement>(null);
  /** The form that is not sent until the user confirms it: it would discard words in another form with `data-asks`. */
  const [held, setHeld] = useState<Pick<SubmitEvent, 'submitter'> & { form: HTMLFormElement }>();
  const isAnswered = useRef(false);

  /** Returns whether a form has words that the server has not accepted. Those of a refused form are its defaults. */
  function isUnsaved(each: HTMLFormElement): boolean {
    if (each.method !== 'post') return false;
    if (each !== sent.current) return isChanged(each);
    return !(state !== 'idle' && formMethod === 'POST') && (refusal !== undefined || isChanged(each));
  }
  const hasUnsaved = () => [...document.forms].some(isUnsaved);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && hasUnsaved(),
  );
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    const noteSent = (event: SubmitEvent) => {
      const { target, submitter } = event;
      // The form of the sign-in over the page has another method.
      if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
      const isAtRisk = (each: HTMLFormElement) => each !== target && 'asks' in each.dataset && isUnsaved(each);
      if (!isAnswered.current && [...document.forms].some(isAtRisk)) {
        event.preventDefault();
        event.stopPropagation();
        setHeld({ form: target, submitter });
      } else sent.current = isUnsaved(target) ? target : null;
    };
    const ask = (event: Event) => {
      if (hasUnsaved()) event.preventDefault();
    };
    document.addEventListener('submit', noteSent, { signal, capture: true });
    addEventListener('beforeunload', ask, { signal });
    return () => events.abort();
  });
  useEffect(() => {
    if (state !== 'idle' || refusal || !sent.current) return;
    // The server may have stored the words in another form, such as an address with its last slash.
    for (const field of listTypedFields(sent.current)) field.defaultValue = field.value;
    sent.current = null;
  }, [state, refusal]);

  const reset = () => setHeld(undefined);
  function proceed(): void {
    reset();
    isAnswered.current = true;
    held?.form.requestSubmit(held.submitter);
    isAnswered.current = false;
  }
  const question = held ? { reset, proceed } : blocker.state === 'blocked' ? blocker : undefined;
  const isAsking = refusal?.isSignedOut === true || question !== undefined;
  const [Dialogs, setDialogs] = useState<typeof UnsavedDialogs>();
  useEffect(() => {
    if (!isAsking || Dialogs) return;
    import('./unsaved-dialogs.tsx').then(
      (code) => setDialogs(() => code.UnsavedDialogs),
      // Without the question the words stay, and the next attempt to leave loads it again.
      () => question?.reset(),
    );
  }, [isAsking, Dialogs, question]);
  return isAsking && Dialogs && <Dialogs refusal={refusal} question={question} />;
}
