/** Lowers the headings of a text by one level, for a text that stands below the heading of a section. */
export function lowerHeadings<T extends { html: string }>(entry: T): T {
  // A foreign backend may answer without a text.
  if (!entry.html) return entry;
  const html = entry.html.replace(
    /(<\/?h)([2-5])(?=[\s>])/g,
    (_tag, name: string, level) => name + (Number(level) + 1),
  );
  return { ...entry, html };
}
