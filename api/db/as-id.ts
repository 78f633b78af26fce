/** The id a text spells, or null where it spells none. */
export function asId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
