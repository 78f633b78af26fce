import { type ChildNode, type Container, parse } from 'postcss';
import { getStructureAttribute, structureNames, structureWords } from '../../../contract/look/structure.ts';

export interface SharedRule {
  layer: string;
  /** The attribute of the root element without which the rule changes nothing, such as `data-cards="raised"`. */
  attribute: string | null;
  text: string;
}

const attributes = new Set(
  structureNames.flatMap((name) => structureWords[name].map((word) => `${getStructureAttribute(name)}="${word}"`)),
);

/** Removes comments and the space between the parts of a rule. */
function minify(node: ChildNode): string {
  return node
    .toString()
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}');
}

/** Returns the attribute that all selectors of a rule require; null if there is none. Throws for an unknown one. */
function findAttribute(text: string): string | null {
  const found = [...text.matchAll(/:root\[(data-[a-z-]+="[a-z-]+")\]/g)].map(([, attribute = '']) => attribute);
  const words = found.filter((attribute) => !attribute.startsWith('data-theme='));
  const unknown = words.find((attribute) => !attributes.has(attribute));
  if (unknown) throw new Error(`themes/shared.css: there is no choice [${unknown}]`);
  return words[0] ?? null;
}

/** Splits `themes/shared.css`, so that a page gets only the rules of the words that its look chooses. */
export function createSharedRules(css: string): SharedRule[] {
  return (parse(css).nodes as (ChildNode & Partial<Container> & { params?: string })[]).flatMap((layer) =>
    layer.type === 'atrule'
      ? (layer.nodes ?? [])
          .filter(({ type }) => type !== 'comment')
          .map((node) => {
            const text = minify(node as ChildNode);
            return { layer: layer.params ?? '', attribute: findAttribute(text), text };
          })
      : [],
  );
}
