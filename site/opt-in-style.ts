/**
 * Lets a full load be a view transition. Inline, because a browser asks for it when the page is first drawn and may not have
 * read it from a style sheet by then: the transition would be broken off with an error. `server/http/headers.ts` allows it by
 * the hash of this text.
 */
export const optInStyle =
  '@view-transition{navigation:auto}@media (prefers-reduced-motion:reduce){@view-transition{navigation:none}}';
