import { type RefObject, use, useEffect, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router';
import { forgetStored, keepStored, readStored } from '../storage.ts';
import { fillEmpty } from './fill-empty.ts';
import { filledFields, type Values } from './filled-fields.ts';

/** What `userDatails` holds (specification, section 3): who sends a form and how to reach them, never what they wrote. */
export const rememberedFields = ['name', 'email', 'company', 'countryCode', 'contactNumber'] as const;

function readDetails(): Values | null {
  const stored = readStored('details');
  if (typeof stored !== 'object' || stored === null) return null;
  const texts = rememberedFields.flatMap((name) => {
    const value: unknown = Object.hasOwn(stored, name) ? stored[name as keyof typeof stored] : null;
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

function keepDetails(typed: Values): void {
  keepStored(
    'details',
    Object.fromEntries(rememberedFields.flatMap((name) => (typed[name] ? [[name, typed[name]]] : []))),
  );
}

// What was typed and not sent, by address, for as long as the page lives and on no device: Back finds it again.
const drafts = new Map<string, Values>();
// The form that each address shows just now.
const shownForms = new Map<string, HTMLFormElement>();

/** Drops what was typed at an address: its form was accepted, perhaps after the visitor had left. */
export function forgetDraft(pathname: string): void {
  drafts.delete(pathname);
}

/** A form that is on its way to the server, told what became of it. */
export interface Sending {
  /** Whether the visitor is still on the form, and on the way to no other page. */
  isOnForm(): boolean;
  /** The form was accepted: its draft is over, and the details are kept where that was chosen. */
  succeed(): void;
  /** It was not: a visitor who left meanwhile finds what was typed when they return. */
  fail(): void;
}

export interface FormMemory {
  /** The form it fills; to be given to the form as `ref`. */
  form: RefObject<HTMLFormElement | null>;
  /** Whether the page is alive; before that, and without JavaScript, nothing can be remembered. */
  isReady: boolean;
  /** Whether the sender's details are to be remembered on this device once the form is sent. */
  isRemembering: boolean;
  /** Ticks the choice; taking it back forgets at once what this device keeps. */
  remember(isRemembering: boolean): void;
  /** To be called with the form's values before they are sent: until it failed, what is sent is no draft. */
  startSending(values: Values): Sending;
  /** To be called when the form was taken, where `startSending` was not. */
  done(): void;
}

/**
 * Fills a form, once it is alive, with what was typed here before and with the sender's details that this device was
 * asked to remember; never over what already stands in a field.
 */
export function useFormMemory(): FormMemory {
  const form = useRef<HTMLFormElement>(null);
  const isDraft = useRef(true);
  const { pathname } = useLocation();
  // Read when the answer comes: a hook would know of a press on a link only after the next render.
  const router = use(DataRouterContext)?.router;
  const [isReady, setReady] = useState(false);
  const [isRemembering, setRemembering] = useState(false);

  useEffect(() => {
    const shown = form.current;
    if (!shown) return;
    shownForms.set(pathname, shown);
    fillEmpty(shown, drafts.get(pathname) ?? {});
    const details = readDetails();
    fillEmpty(shown, details ?? {});
    setRemembering(details !== null);
    setReady(true);
    return () => {
      shownForms.delete(pathname);
      if (isDraft.current) drafts.set(pathname, filledFields(new FormData(shown)));
      else drafts.delete(pathname);
    };
  }, [pathname]);

  function startSending(values: Values): Sending {
    isDraft.current = false;
    return {
      isOnForm: () => {
        const goal = router?.state.navigation.location?.pathname ?? pathname;
        return form.current !== null && goal === pathname;
      },
      succeed: () => {
        if (isRemembering) keepDetails(values);
      },
      fail: () => {
        isDraft.current = true;
        if (form.current) return;
        const shown = shownForms.get(pathname);
        if (shown) fillEmpty(shown, values);
        else drafts.set(pathname, values);
      },
    };
  }

  return {
    form,
    isReady,
    isRemembering,
    remember: (wanted) => {
      setRemembering(wanted);
      if (!wanted) forgetStored('details');
    },
    startSending,
    done: () => {
      if (form.current) startSending(filledFields(new FormData(form.current))).succeed();
    },
  };
}
