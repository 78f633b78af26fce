/** Keeps what was drawn for as long as what it was drawn from: the server first measures a page's drawing, then shows it. */
export function drawOnce<From extends object>(draw: (from: From) => string): (from: From) => string {
  const drawn = new WeakMap<From, string>();
  return (from) => {
    const kept = drawn.get(from);
    if (kept !== undefined) return kept;
    const drawing = draw(from);
    drawn.set(from, drawing);
    return drawing;
  };
}
