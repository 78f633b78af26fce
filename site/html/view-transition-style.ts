/**
 * Turns the load of a document into a view transition. It is inline, because the browser needs it at the first paint
 * and may not have the style sheet by then; the transition would be aborted with an error. The content security policy
 * in `server/http/headers.ts` allows this text by its hash.
 */
export const viewTransitionStyle =
  '@view-transition{navigation:auto}@media (prefers-reduced-motion:reduce){@view-transition{navigation:none}}';
