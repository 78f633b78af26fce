import { createCodeLoader } from '../../hydration/load-code.ts';

/** Loads the code that sends the forms of the page, when a form is first used. */
export const loadActions = createCodeLoader(() => import('./actions.ts'));
