import type { FormValues } from './form-values.ts';

/**
 * The state of a submission. The specification fixes it for the contact form (sections 3 and 4); all forms of the site
 * use it.
 */
export interface SubmissionState {
  /**
   * An empty object at first, the submitted payload after a success, the error message after a failure (as specified).
   */
  userData: FormValues | string;
  isLoading: boolean;
  isSuccess: boolean;
  errorMessage: string;
}

export type SubmissionEvent =
  | { type: 'pending' }
  | { type: 'success'; payload: FormValues }
  | { type: 'failure'; message: string };

export const initialSubmissionState: SubmissionState = {
  userData: {},
  isLoading: false,
  isSuccess: false,
  errorMessage: '',
};

/** Implements the state table of section 4. */
export function reduceSubmission(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  switch (event.type) {
    case 'pending':
      return { ...state, isLoading: true };
    case 'success':
      return { ...state, isLoading: false, isSuccess: true, userData: event.payload };
    case 'failure':
      return { isLoading: false, isSuccess: false, userData: event.message, errorMessage: event.message };
  }
}

export type SubmissionStatus = 'loading' | 'success' | 'error' | 'idle';

/**
 * Reads the status. The order matters: a retry keeps the old error and the old success in the state (readings,
 * "Forms").
 */
export function getSubmissionStatus({ isLoading, isSuccess, errorMessage }: SubmissionState): SubmissionStatus {
  if (isLoading) return 'loading';
  if (isSuccess) return 'success';
  return errorMessage ? 'error' : 'idle';
}
