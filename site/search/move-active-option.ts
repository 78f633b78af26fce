/**
 * Returns the index of the option that a key makes active, or null if the key is for the text field. The index -1 is
 * the text field, which the arrow keys include. Home and End move only from an active option (ARIA practices,
 * combobox).
 */
export function moveActiveOption(key: string, activeIndex: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return activeIndex === count - 1 ? -1 : activeIndex + 1;
  if (key === 'ArrowUp') return activeIndex === -1 ? count - 1 : activeIndex - 1;
  if (activeIndex === -1) return null;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
