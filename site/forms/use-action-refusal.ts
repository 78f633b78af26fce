import { useActionData } from 'react-router';
import type { Refusal } from './submission.ts';

/** Returns why the page's action did not accept a form; null if the page does not answer a form. */
export function useActionRefusal(): Refusal | null {
  return (useActionData() as Refusal | undefined) ?? null;
}
