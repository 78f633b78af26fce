const focusable = 'input, textarea, select, button';

/** Returns the path and the paths of the groups around it, the longest first: `a.b.0`, `a.b`, `a`. */
function listPaths(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Focuses the field of a path, or else the nearest group around it, and scrolls it into view. */
export function focusField(root: HTMLElement, path: string): void {
  for (const each of listPaths(path)) {
    const found = root.querySelector<HTMLElement>(`[data-path="${CSS.escape(each)}"]`);
    if (!found) continue;
    const field = found.matches(focusable) || found.tabIndex >= 0 ? found : found.querySelector<HTMLElement>(focusable);
    (field ?? found).focus({ preventScroll: true });
    found.scrollIntoView({ block: 'center' });
    return;
  }
}
