import type { PageStyle } from '../../site/look.ts';
import { createHashSource } from '../http/content-policy.ts';

/** A rule of the stylesheet, apart from the rules that enclose it. */
export interface StyleRule {
  /** The opening parts of the enclosing rules, the outermost first, such as `@media print`. */
  around: readonly string[];
  /** One list for each selector: classes that must all occur somewhere in a page, or the selector cannot match. */
  classes: readonly (readonly string[])[];
  text: string;
}

/** Selections that are kept, each of at most 45 kB. A site has a few for each kind of page. */
const maxSelections = 100;

/** Returns the different values of the attribute `class` in a page. */
function readClassLists(html: string): Set<string> {
  const lists = new Set<string>();
  const beginning = ' class="';
  for (let at = html.indexOf(beginning); at >= 0; at = html.indexOf(beginning, at)) {
    const end = html.indexOf('"', at + beginning.length);
    if (end < 0) break;
    lists.add(html.slice(at + beginning.length, end));
    at = end;
  }
  return lists;
}

/** Returns the rules as the text of a stylesheet, in their order. */
function joinRules(rules: readonly StyleRule[]): string {
  let text = '';
  let open: readonly string[] = [];
  for (const { around, text: rule } of [...rules, { around: [], text: '' }]) {
    const shared = open.findIndex((beginning, depth) => beginning !== around[depth]);
    const kept = shared < 0 ? open.length : shared;
    text += '}'.repeat(open.length - kept);
    text += around
      .slice(kept)
      .map((beginning) => `${beginning}{`)
      .join('');
    text += rule;
    open = around;
  }
  return text;
}

/**
 * Returns a function that selects the rules that a page may need. They are put inline in its head, so that it is
 * painted before the stylesheet of the whole site is loaded.
 */
export function createStyleSelector(rules: readonly StyleRule[]): (html: string) => PageStyle {
  const known = new Set(rules.flatMap(({ classes }) => classes.flat()));
  const selections = new Map<string, PageStyle>();
  return (html) => {
    const used = new Set(
      [...readClassLists(html)].flatMap((names) => names.split(' ')).filter((name) => known.has(name)),
    );
    const key = [...used].sort().join(' ');
    const found = selections.get(key);
    if (found) return found;
    const text = joinRules(rules.filter((rule) => rule.classes.some((all) => all.every((name) => used.has(name)))));
    const selected = { text, source: createHashSource(text) };
    if (selections.size >= maxSelections) selections.clear();
    selections.set(key, selected);
    return selected;
  };
}
