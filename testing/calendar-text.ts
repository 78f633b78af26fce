/**
 * Returns the values of an iCalendar file by the names of their properties, unfolded and unescaped (RFC 5545, sections
 * 3.1 and 3.3.11). Parameters of properties are left out.
 */
export function parseIcalendar(text: string): Record<string, string> {
  const lines = text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter(Boolean);
  return Object.fromEntries(
    lines
      .map((line): [string, string] => {
        const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:"]*(?:"[^"]*"[^:"]*)*)?:(.*)$/s.exec(line) ?? [];
        return [name, value.replace(/\\n/gi, '\n').replace(/\\([,;\\])/g, '$1')];
      })
      .filter(([name]) => name !== 'BEGIN' && name !== 'END'),
  );
}
