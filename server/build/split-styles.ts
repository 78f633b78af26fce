import { type AtRule, type Container, parse, type Rule } from 'postcss';
import type { StyleRule } from './page-styles.ts';

/** Rules that hold other rules and apply only under a condition or in a layer. */
const groups = new Set(['media', 'supports', 'layer', 'container', 'scope', 'starting-style']);

/** Arguments of `:is()`, `:not()` and the like, which may name classes that a match does not need. */
const functionArguments = /\((?:[^()]|\([^()]*\))*\)/g;

/** Returns the classes that elements must have so that a selector can match. */
function listClasses(selector: string): string[] {
  return Array.from(selector.replace(functionArguments, '').matchAll(/\.(-?[_a-z][\w-]*)/gi), ([, name = '']) => name);
}

function splitContainer(container: Container, around: readonly string[]): StyleRule[] {
  return (container.nodes ?? []).flatMap((node): StyleRule[] => {
    if (node.type === 'comment') return [];
    const rule = node as AtRule | Rule;
    if (rule.type === 'atrule' && rule.nodes && groups.has(rule.name))
      return splitContainer(rule, [...around, `@${rule.name} ${rule.params}`]);
    const text = rule.type === 'atrule' && !rule.nodes ? `${rule};` : `${rule}`;
    return [{ around, classes: rule.type === 'rule' ? rule.selectors.map(listClasses) : [[]], text }];
  });
}

/** Splits a stylesheet into its rules, in their order. */
export function splitStyles(css: string): StyleRule[] {
  return splitContainer(parse(css), []);
}
