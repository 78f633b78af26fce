/** A value that can be chosen, with the words that people know it by. */
export interface Option {
  value: string;
  label: string;
}

/** Returns a text as a search compares it: in lower case and without accents. */
function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Returns the options whose label or value contains a text; those that begin with the text come first. */
export function findOptions(options: readonly Option[], text: string): Option[] {
  const wanted = normalize(text);
  const found = options.filter(({ value, label }) => normalize(label).includes(wanted) || value.includes(wanted));
  const rankByStart = ({ label }: Option) => (normalize(label).startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => rankByStart(a) - rankByStart(b));
}

/** Returns the option that a text names exactly; undefined without one. */
export function findNamedOption(options: readonly Option[], text: string): Option | undefined {
  const wanted = normalize(text);
  return options.find(({ value, label }) => normalize(label) === wanted || value === wanted);
}
