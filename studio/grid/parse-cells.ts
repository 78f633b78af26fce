/**
 * Returns the cells of a text that a spreadsheet has copied: rows are lines, and cells are separated by tabs. A cell
 * with line breaks, tabs or quotes is quoted, as in RFC 4180.
 */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r?\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('');
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
