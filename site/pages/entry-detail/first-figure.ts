/** The attribute of the first figure of a text, if the figure is a drawing inside the page. */
export const firstFigureId = 'id="first-figure"';

/** Gives the first picture of a text an id if it is a drawing inside the page, so that the page can show it again. */
export function nameFirstFigure<T extends { html: string }>(entry: T): T {
  // A foreign backend may answer without a text.
  return { ...entry, html: entry.html?.replace(/^(?:(?!<img )[\s\S])*?<svg /, `$&${firstFigureId} `) };
}
