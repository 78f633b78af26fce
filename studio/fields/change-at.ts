/** Returns a value of groups and lists with the value at a path below it changed. */
export function changeAt(value: unknown, [name, ...rest]: readonly string[], changed: unknown): unknown {
  if (name === undefined) return changed;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === name ? changeAt(item, rest, changed) : item));
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [name]: changeAt(record[name], rest, changed) };
}
