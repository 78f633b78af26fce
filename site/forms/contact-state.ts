import type { ContactForm } from '../../contract/contact-form.ts';

/** State of a contact submission (specification, sections 3 and 4). */
export interface ContactState {
  /** Empty at first; the submitted payload after a success; the error message after a failure (as specified). */
  userData: Partial<ContactForm> | string;
  isLoading: boolean;
  isSuccess: boolean;
  errorMessage: string;
}

export type ContactEvent =
  | { type: 'pending' }
  | { type: 'success'; payload: ContactForm }
  | { type: 'failure'; message: string };

export const initialContactState: ContactState = { userData: {}, isLoading: false, isSuccess: false, errorMessage: '' };

/** The table of section 4, to the value. What a failure leaves unsaid elsewhere, `contactStatus` reads in its order. */
export function contactReducer(state: ContactState, event: ContactEvent): ContactState {
  switch (event.type) {
    case 'pending':
      return { ...state, isLoading: true };
    case 'success':
      return { ...state, isLoading: false, isSuccess: true, userData: event.payload };
    case 'failure':
      return { isLoading: false, isSuccess: false, userData: event.message, errorMessage: event.message };
  }
}

export type ContactStatus = 'loading' | 'success' | 'error' | 'idle';

/** What a view shows, read in this order because a retry leaves the old error and success in place (readings, "Forms"). */
export function contactStatus({ isLoading, isSuccess, errorMessage }: ContactState): ContactStatus {
  if (isLoading) return 'loading';
  if (isSuccess) return 'success';
  return errorMessage ? 'error' : 'idle';
}
