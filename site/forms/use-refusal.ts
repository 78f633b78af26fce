import { useActionData } from 'react-router';
import type { Refusal } from './outcome.ts';

/** Why the form of this page was not taken when it was sent without JavaScript; null otherwise. */
export function useRefusal(): Refusal | null {
  return (useActionData() as Refusal | undefined) ?? null;
}
