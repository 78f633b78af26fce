/** Keeps what was drawn for as long as what it was drawn from: a page first measures a drawing, then shows it. */
export function drawOnce<From extends object>(draw: (from: From) => string): (from: From) => string {
  const drawn = new WeakMap<From, string>();
  return (from) => {
    const kept = drawn.get(from) ?? draw(from);
    drawn.set(from, kept);
    return kept;
  };
}
