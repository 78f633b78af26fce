import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { forgetStored, keepStored, readStored } from '../storage.ts';
import { fillEmpty } from './fill-empty.ts';
import { filledFields, type Values } from './submit.ts';

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

// What was typed and not sent, by address, for as long as the page lives and on no device: Back finds it again.
const drafts = new Map<string, Values>();

export interface FormMemory {
  /** The form it fills; to be given to the form as `ref`. */
  form: RefObject<HTMLFormElement | null>;
  /** Whether the page is alive; before that, and without JavaScript, nothing can be remembered. */
  isReady: boolean;
  /** Whether the sender's details are to be remembered on this device once the form is sent. */
  isRemembering: boolean;
  /** Ticks the choice; taking it back forgets at once what this device keeps. */
  remember(isRemembering: boolean): void;
  /** To be called when the form was taken: its draft is over, and the details are kept where that was chosen. */
  done(): void;
}

/**
 * Fills a form, once it is alive, with what was typed here before and with the sender's details that this device was
 * asked to remember; never over what already stands in a field.
 */
export function useFormMemory(): FormMemory {
  const form = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  const { pathname } = useLocation();
  const [isReady, setReady] = useState(false);
  const [isRemembering, setRemembering] = useState(false);

  useEffect(() => {
    const shown = form.current;
    if (!shown) return;
    fillEmpty(shown, drafts.get(pathname) ?? {});
    const details = readDetails();
    fillEmpty(shown, details ?? {});
    setRemembering(details !== null);
    setReady(true);
    return () => {
      if (isDone.current) drafts.delete(pathname);
      else drafts.set(pathname, filledFields(new FormData(shown)));
    };
  }, [pathname]);

  return {
    form,
    isReady,
    isRemembering,
    remember: (wanted) => {
      setRemembering(wanted);
      if (!wanted) forgetStored('details');
    },
    done: () => {
      isDone.current = true;
      if (!isRemembering || !form.current) return;
      const typed = filledFields(new FormData(form.current));
      keepStored(
        'details',
        Object.fromEntries(rememberedFields.flatMap((name) => (typed[name] ? [[name, typed[name]]] : []))),
      );
    },
  };
}
