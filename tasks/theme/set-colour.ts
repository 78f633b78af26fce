const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Returns a colour in the W3C Design Tokens format. */
export function toColourValue(hex: string): string {
  const components = [1, 3, 5].map((at) => round(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return `{ "colorSpace": "srgb", "components": [${components.join(', ')}], "hex": "${hex}" }`;
}

/** Returns the text of `tokens.json` with another colour. The rest of the text stays as it is. */
export function setColour(text: string, scheme: string, token: string, hex: string): string {
  const group = text.indexOf(`\n  "${scheme}": {`);
  const start = text.indexOf(`\n    "${token}": {`, group);
  const value = /"\$value":\s*(?:\{[^}]*\}|"[^"]*")/g;
  value.lastIndex = start;
  const found = group < 0 || start < 0 ? null : value.exec(text);
  if (!found) throw new Error(`tokens.json has no ${scheme}.${token}`);
  return `${text.slice(0, found.index)}"$value": ${toColourValue(hex)}${text.slice(found.index + found[0].length)}`;
}
