/** The id of the first figure of a text. It has a capital letter, because ids of headings have none. */
export const firstFigureId = 'firstFigure';

const attribute = `id="${firstFigureId}"`;

/** Gives the first picture of a text an id if it is an inline drawing, so that the page can show a copy of it. */
export function addFirstFigureId<T extends { html: string }>(entry: T): T {
  // The backend of `API_BASE_URL` may answer without a text.
  const [beforeFirst = '', ...rest] = entry.html?.split('<svg ') ?? [];
  if (rest.length === 0 || beforeFirst.includes('<img ')) return entry;
  return { ...entry, html: `${beforeFirst}<svg ${attribute} ${rest.join('<svg ')}` };
}

/** Returns whether the text of an entry has an inline drawing with the id. */
export function hasFirstFigure({ html }: { html: string }): boolean {
  return html?.includes(attribute) ?? false;
}
