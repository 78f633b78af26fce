import { type FormEvent, type RefObject, use, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useRevalidator } from 'react-router';
import { SiteClientContext } from '../context.ts';
import { readServerBuild } from '../hydration/page-loader.ts';
import { unreachableText } from '../parts/unreachable-text.ts';
import { SiteSettingsContext } from '../settings.ts';
import { readFormValues } from './form-values.ts';
import type { SendSubmission, SubmissionArgs, SubmissionRefusal, SubmissionResult } from './submission.ts';
import { getSubmissionStatus, initialSubmissionState, reduceSubmission } from './submission-state.ts';
import { type FormMemory, useFormMemory } from './use-form-memory.ts';

interface FormSubmitOptions {
  /** Loads the code that checks and sends the form, when the form is first used. */
  loadSend: () => Promise<SendSubmission>;
  /** The refusal of the same form, sent without JavaScript, that the page was rendered with. */
  initialRefusal: SubmissionRefusal | null;
  /** Hides the text of a failed call (specification, section 8). The submit button gets the focus instead. */
  isFailureHidden?: boolean;
}

export interface FormSubmit {
  /** Attributes of the form element. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: boolean;
    onFocus(): void;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
  };
  button: RefObject<HTMLButtonElement | null>;
  memory: FormMemory;
  /** True from the press of the button until the next page is shown or the form is not accepted. */
  isSending: boolean;
  /** Whether the last submission was not accepted. */
  hasFailed: boolean;
  refusal: SubmissionRefusal | null;
}

/** Refuses a form because the code that sends it could not be loaded. */
async function refuseUnreachable({ values }: SubmissionArgs): Promise<SubmissionResult> {
  return { refusal: { status: 503, message: unreachableText, fields: [], values, requestId: null } };
}

/**
 * Submits a form as a browser without JavaScript does; for a form whose code did not load. Returns false and submits
 * nothing while the server does not answer: the browser would replace the page, and the typed text, by its error page.
 * A form that left the page is not submitted either, because browsers ignore it.
 */
async function submitNatively(form: HTMLFormElement): Promise<boolean> {
  if ((await readServerBuild()) === null || !form.isConnected) return false;
  // Unlike `requestSubmit`, `submit` does not call the submit handler again.
  form.submit();
  return true;
}

/**
 * Submits a form by script. The button is pending from the first press, before any code is loaded, and further presses
 * are ignored until the submission ends. An accepted form leads to the next page, unless the visitor is leaving the
 * page. A form that was not accepted keeps its values and shows why.
 */
export function useFormSubmit({ loadSend, initialRefusal, isFailureHidden = false }: FormSubmitOptions): FormSubmit {
  const client = use(SiteClientContext);
  const settings = use(SiteSettingsContext);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const memory = useFormMemory();
  const button = useRef<HTMLButtonElement>(null);
  const [state, dispatch] = useReducer(reduceSubmission, initialSubmissionState);
  const [refusal, setRefusal] = useState(initialRefusal);
  const [openedAt] = useState(() => new Date());
  const status = getSubmissionStatus(state);

  function refuse(why: SubmissionRefusal): void {
    const isShown = !isFailureHidden || why.status < 500;
    // The button must say "Send again" before it gets the focus, so that a screen reader says it too.
    flushSync(() => {
      dispatch({ type: 'failure', message: why.message });
      setRefusal(isShown ? why : null);
    });
    if (!isShown) button.current?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (status === 'loading' || !client) return;
    const form = event.currentTarget;
    const values = readFormValues(new FormData(form));
    const submission = memory.startSubmission(values);
    dispatch({ type: 'pending' });
    const send = await loadSend().catch(() => null);
    if (!send && submission.isOnPage() && (await submitNatively(form))) return;
    const result = await (send ?? refuseUnreachable)({ client, settings, values, openedAt });
    if ('refusal' in result) {
      submission.fail();
      refuse(result.refusal);
      // A conflict means that the data of the page is out of date.
      if (result.refusal.status === 409 && submission.isOnPage()) await revalidate();
      return;
    }
    submission.succeed();
    if (submission.isOnPage()) await navigate(result.to);
    dispatch({ type: 'success', payload: values });
  }

  return {
    form: {
      ref: memory.form,
      noValidate: memory.isReady || refusal !== null,
      onFocus: () => void loadSend().catch(() => undefined),
      onSubmit: submit,
    },
    button,
    memory,
    isSending: status === 'loading',
    hasFailed: refusal !== null || status === 'error',
    refusal,
  };
}
