/** Raised when the HTML that `render.ts` makes changes; stored HTML of a lower number is made again at start. */
export const rendererVersion = 3;
