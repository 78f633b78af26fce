import { describe, expect, it } from 'vitest';
import {
  getSubmissionStatus,
  initialSubmissionState,
  reduceSubmission,
  type SubmissionState,
} from './submission-state.ts';

const payload = { name: "Siobhán O'Beirne", email: 'a+b@example.org', message: 'Hello' };
const failed: SubmissionState = {
  userData: 'No answer',
  isLoading: false,
  isSuccess: false,
  errorMessage: 'No answer',
};

describe('the state of a submission (specification, section 4)', () => {
  it('is empty at first', () => {
    expect(initialSubmissionState).toEqual({ userData: {}, isLoading: false, isSuccess: false, errorMessage: '' });
  });

  it('changes only isLoading when the submission starts', () => {
    expect(reduceSubmission(initialSubmissionState, { type: 'pending' })).toEqual({
      ...initialSubmissionState,
      isLoading: true,
    });
    expect(reduceSubmission(failed, { type: 'pending' })).toEqual({ ...failed, isLoading: true });
  });

  it('holds the submitted payload after a success, and keeps the error message', () => {
    const state = reduceSubmission({ ...failed, isLoading: true }, { type: 'success', payload });
    expect(state).toEqual({ userData: payload, isLoading: false, isSuccess: true, errorMessage: 'No answer' });
  });

  it('holds the error message in both fields after a failure', () => {
    const before = reduceSubmission(initialSubmissionState, { type: 'success', payload });
    expect(reduceSubmission(before, { type: 'failure', message: 'No answer' })).toEqual(failed);
  });

  it('is read in the order loading, success, error, idle', () => {
    expect(getSubmissionStatus(initialSubmissionState)).toBe('idle');
    expect(getSubmissionStatus(failed)).toBe('error');
    expect(getSubmissionStatus({ ...failed, isLoading: true })).toBe('loading');
    expect(getSubmissionStatus(reduceSubmission(failed, { type: 'success', payload }))).toBe('success');
  });
});
