import type { Conflict } from './shapes.ts';

type Parent = Record<string, unknown> | unknown[];

function changeIn(parent: Parent, name: string, change: (value: unknown) => unknown): void {
  if (Array.isArray(parent)) {
    const index = Number(name);
    const value = change(parent[index]);
    if (value === null) parent.splice(index, 1);
    else parent[index] = value;
    return;
  }
  parent[name] = change(parent[name]);
}

/** Returns a content with the value at a path changed. The path is names of fields and indexes, separated by dots. */
function changeAt<C extends object>(content: C, path: string, change: (value: unknown) => unknown): C {
  const copy = structuredClone(content);
  const names = path.split('.');
  const last = names.pop() ?? '';
  // The paths of conflicts lead through the groups and lists of the content.
  let parent = copy as unknown as Parent;
  for (const name of names) parent = (parent as Record<string, unknown>)[name] as Parent;
  changeIn(parent, last, change);
  // An own field without a value is left out.
  if (!Array.isArray(parent) && names[0] === 'fields' && parent[last] === null) delete parent[last];
  return copy;
}

/**
 * Returns a merged content with the choices of a person, one for each conflict. The choice for a text is a text. For
 * any other value it is the JSON of one of the sides, and `null` removes the value.
 */
export function resolveConflicts<C extends object>(
  merged: C,
  conflicts: readonly Pick<Conflict, 'path' | 'offset' | 'theirs'>[],
  chosen: readonly string[],
): C {
  // From the last conflict to the first, so that the offsets and indexes of earlier conflicts stay valid.
  return conflicts.reduceRight((content, { path, offset, theirs }, index) => {
    const text = chosen[index] ?? theirs;
    return changeAt(content, path, (value) =>
      offset === null
        ? (JSON.parse(text) as unknown)
        : `${String(value).slice(0, offset)}${text}${String(value).slice(offset + theirs.length)}`,
    );
  }, merged);
}
