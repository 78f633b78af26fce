/** Throws unless every element is closed in order, every attribute is quoted and no number is missing. For tests. */
export function expectWellFormed(svg: string): void {
  const open: string[] = [];
  let rest = svg;
  while (rest !== '') {
    const tag = /^<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>]*")*)(\/?)>/i.exec(rest);
    const text = /^[^<>]+/.exec(rest);
    const found = tag ?? text;
    if (!found) throw new Error(`not well-formed at: ${rest.slice(0, 80)}`);
    if (tag) {
      const [, closes, name = '', , empty] = tag;
      if (closes && open.pop() !== name) throw new Error(`</${name}> closes what it did not open`);
      if (!closes && !empty) open.push(name);
    } else if (/&(?!amp;|lt;|gt;|quot;)/.test(found[0])) throw new Error(`unescaped: ${found[0]}`);
    rest = rest.slice(found[0].length);
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`);
  if (/NaN|Infinity|undefined/.test(svg)) throw new Error('a number is missing');
}
