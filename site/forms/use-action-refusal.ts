import { useActionData } from 'react-router';
import type { SubmissionRefusal } from './submission.ts';

/** Returns why the page's action did not accept a form; null if the page does not answer a form. */
export function useActionRefusal(): SubmissionRefusal | null {
  return (useActionData() as SubmissionRefusal | undefined) ?? null;
}
