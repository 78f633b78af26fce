const placeholder = /\{([^{}]*)\}/g;

/** Fills a text in: `{name}` becomes the value of `name`. Texts are checked when they are published. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (written, name: string) => values[name] ?? written);
}

export function listPlaceholders(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name);
}

/** Fills paragraphs of plain text in. One is left out where a placeholder in it has no value. */
export function fillParagraphs(text: string, values: Readonly<Record<string, string>>): string {
  const isFilled = (paragraph: string) => listPlaceholders(paragraph).every((name) => values[name]);
  const paragraphs = text.trimEnd().split(/\n{2,}/);
  return fillText(paragraphs.filter(isFilled).join('\n\n'), values);
}

/** Returns what is wrong with the placeholders of a text; null if nothing is. */
export function findPlaceholderProblem(
  text: string,
  known: readonly string[],
  required: readonly string[],
): string | null {
  const found = listPlaceholders(text);
  const write = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');
  const unknown = found.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return known.length > 0
      ? `{${unknown}} is not filled in here; there are ${write(known)}`
      : `{${unknown}} is not filled in here`;
  if (/[{}]/.test(text.replace(placeholder, ''))) return 'has a brace that belongs to no placeholder';
  const missing = required.filter((name) => !found.includes(name));
  return missing.length > 0 ? `must contain ${write(missing)}` : null;
}
