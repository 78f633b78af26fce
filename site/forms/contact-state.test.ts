import { describe, expect, it } from 'vitest';
import { type ContactState, contactReducer, contactStatus, initialContactState } from './contact-state.ts';

const payload = {
  name: "Siobhán O'Beirne",
  email: 'a+b@example.org',
  message: 'Hello',
  key: '9a3f1c52-0d7b-4b36-9d1e-0f6f2f0c9f11',
};
const failed: ContactState = { userData: 'No answer', isLoading: false, isSuccess: false, errorMessage: 'No answer' };

describe('the contact state (specification, section 4)', () => {
  it('is empty at first', () => {
    expect(initialContactState).toEqual({ userData: {}, isLoading: false, isSuccess: false, errorMessage: '' });
  });

  it('while pending only loads; all else is unchanged', () => {
    expect(contactReducer(initialContactState, { type: 'pending' })).toEqual({
      ...initialContactState,
      isLoading: true,
    });
    expect(contactReducer(failed, { type: 'pending' })).toEqual({ ...failed, isLoading: true });
  });

  it('after a success holds the submitted payload and leaves the error message as it was', () => {
    const state = contactReducer({ ...failed, isLoading: true }, { type: 'success', payload });
    expect(state).toEqual({ userData: payload, isLoading: false, isSuccess: true, errorMessage: 'No answer' });
  });

  it('after a failure holds the error message, twice', () => {
    const before = contactReducer(initialContactState, { type: 'success', payload });
    expect(contactReducer(before, { type: 'failure', message: 'No answer' })).toEqual(failed);
  });

  it('is read in the order loading, success, error, idle', () => {
    expect(contactStatus(initialContactState)).toBe('idle');
    expect(contactStatus(failed)).toBe('error');
    expect(contactStatus({ ...failed, isLoading: true })).toBe('loading');
    expect(contactStatus(contactReducer(failed, { type: 'success', payload }))).toBe('success');
  });
});
