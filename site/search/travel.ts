/**
 * Where a key leads in a list of options from the place it is at; -1 is the text that was typed, which belongs to the round,
 * and null leaves the key to the field. Home and End travel the list only from inside it (ARIA practices, combobox).
 */
export function travel(key: string, place: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return place === count - 1 ? -1 : place + 1;
  if (key === 'ArrowUp') return place === -1 ? count - 1 : place - 1;
  if (place === -1) return null;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
