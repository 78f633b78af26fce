/** The id of the first figure of a text, if it is part of the page. Ids of headings have no capital letters. */
export const firstFigureId = 'id="firstFigure"';

/** Gives the first picture of a text an id if it is a drawing inside the page, so that the page can show it again. */
export function nameFirstFigure<T extends { html: string }>(entry: T): T {
  // A foreign backend may answer without a text.
  return { ...entry, html: entry.html?.replace(/^(?:(?!<img )[\s\S])*?<svg /, `$&${firstFigureId} `) };
}
