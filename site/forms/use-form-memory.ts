import { type RefObject, use, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { SiteRouterContext } from '../context.ts';
import { readStoredItem, removeStoredItem, storeItem } from '../device/storage.ts';
import { fillEmptyFields } from './fill-empty-fields.ts';
import { type FormValues, readFormValues } from './form-values.ts';

/** The fields that `userDatails` holds (specification, section 3): the sender's details, never a message. */
const rememberedFields = ['name', 'email', 'company', 'countryCode', 'contactNumber'] as const;

function readDetails(): FormValues | null {
  const stored = readStoredItem('details');
  if (typeof stored !== 'object' || stored === null) return null;
  const texts = rememberedFields.flatMap((name) => {
    const value: unknown = Object.hasOwn(stored, name) ? stored[name as keyof typeof stored] : null;
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

function storeDetails(values: FormValues): void {
  storeItem(
    'details',
    Object.fromEntries(rememberedFields.flatMap((name) => (values[name] ? [[name, values[name]]] : []))),
  );
}

// Typed values that were not sent, by path, so that Back restores them. Kept in memory only, never on the device.
const drafts = new Map<string, FormValues>();
// The form that is mounted at each path.
const mountedForms = new Map<string, HTMLFormElement>();

/** A submission in progress. The form calls `succeed` or `fail` when it ends. */
export interface PendingSubmission {
  /** Returns whether the visitor is on the page of the form, or on the way to it, and is not leaving it. */
  isOnPage(): boolean;
  /** Ends the submission of an accepted form: stores the sender's details, if the visitor asked for that. */
  succeed(): void;
  /** Ends the submission of a form that was not accepted: what was typed is a draft again. */
  fail(): void;
}

export interface FormMemory {
  form: RefObject<HTMLFormElement | null>;
  /** False until the page is hydrated. Nothing can be remembered before that, nor without JavaScript. */
  isReady: boolean;
  /** Whether to store the sender's details on this device when the form is accepted. */
  isRemembering: boolean;
  /** Sets `isRemembering`; false also removes stored details from this device at once. */
  setRemembering(isRemembering: boolean): void;
  /** Starts a submission. Submitted values are no draft unless the submission fails. */
  startSubmission(values: FormValues): PendingSubmission;
}

/**
 * Fills the empty fields of a form after hydration with the draft of its path and with the sender's details that this
 * device stores. Keeps a draft when the form is unmounted.
 */
export function useFormMemory(): FormMemory {
  const form = useRef<HTMLFormElement>(null);
  const isDraft = useRef(true);
  const { pathname } = useLocation();
  // Reads the router's present state, because hooks see a navigation only in the next render.
  const router = use(SiteRouterContext);
  const [isReady, setReady] = useState(false);
  const [isRemembering, setRemembering] = useState(false);

  useEffect(() => {
    const mounted = form.current;
    if (!mounted) return;
    mountedForms.set(pathname, mounted);
    fillEmptyFields(mounted, drafts.get(pathname) ?? {});
    const details = readDetails();
    fillEmptyFields(mounted, details ?? {});
    setRemembering(details !== null);
    setReady(true);
    return () => {
      mountedForms.delete(pathname);
      if (isDraft.current) drafts.set(pathname, readFormValues(new FormData(mounted)));
      else drafts.delete(pathname);
    };
  }, [pathname]);

  function startSubmission(values: FormValues): PendingSubmission {
    isDraft.current = false;
    return {
      isOnPage: () => {
        const destination = router?.state.navigation.location ?? router?.state.location;
        return !destination || destination.pathname === pathname;
      },
      succeed: () => {
        if (isRemembering) storeDetails(values);
      },
      fail: () => {
        isDraft.current = true;
        if (form.current) return;
        // The visitor left the page, and may have come back to a new form.
        const mounted = mountedForms.get(pathname);
        if (mounted) fillEmptyFields(mounted, values);
        else drafts.set(pathname, values);
      },
    };
  }

  return {
    form,
    isReady,
    isRemembering,
    setRemembering: (isWanted) => {
      setRemembering(isWanted);
      if (!isWanted) removeStoredItem('details');
    },
    startSubmission,
  };
}
