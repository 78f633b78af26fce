import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type ColourScheme, type Colours, getContrast, mixColours } from '../contract/look/colours.ts';
import { getTestLook } from './looks.ts';

interface Fill {
  left: number;
  top: number;
  right: number;
  bottom: number;
  colour: string;
}

export type SvgStyle = Record<string, string>;
/** Returns the attributes that a style sheet gives an element, from its class and the class of its parent. */
export type ReadStyle = (className: string, parentClass: string) => SvgStyle;

/** Grid lines and tinted areas are decoration. A line with less opacity than this carries no meaning. */
const decorative = 0.3;

const { palette } = getTestLook();

/** Returns a colour of a drawing as `#rrggbb`. */
function resolveColour(value: string, scheme: ColourScheme): string {
  const name = /var\(--([a-z-]+)/.exec(value)?.[1];
  const colour = name ? palette[scheme][name as keyof Colours] : value;
  if (!/^#[\da-f]{6}$/i.test(colour)) throw new Error(`No colour of the drawings: ${value}`);
  return colour;
}

/**
 * Returns the texts and lines of a drawing whose contrast against what is beneath them is too low (WCAG 2.2: 4.5:1 for
 * text, 3:1 for lines that carry meaning).
 */
export function findLowContrast(svg: string, scheme: ColourScheme, readStyle: ReadStyle = () => ({})): string[] {
  const ground = resolveColour('var(--ground)', scheme);
  const fills: Fill[] = [];
  const found: string[] = [];
  const findColour = (x: number, y: number) =>
    fills.findLast((fill) => x >= fill.left && x <= fill.right && y >= fill.top && y <= fill.bottom)?.colour ?? ground;

  const visit = (node: Root | Element, inherited: SvgStyle, parentClass: string) => {
    for (const child of node.children) {
      if (child.type !== 'element') continue;
      const className = [child.properties.className ?? []].flat().join(' ');
      const attributes = Object.fromEntries(
        Object.entries(child.properties).map(([name, value]) => [name, String(value)]),
      );
      const own: SvgStyle = { ...attributes, ...readStyle(className, parentClass) };
      const { fill = 'currentColor', stroke = 'none', ...rest } = { ...inherited, ...own };
      const readNumber = (name: string) => Number(own[name] ?? 0);
      const opacity = Number(rest.opacity ?? 1);
      const strength = opacity * Number(rest.strokeOpacity ?? 1);
      const isLine = ['line', 'polyline', 'path', 'rect', 'circle'].includes(child.tagName);
      if (child.tagName === 'text') {
        const under = findColour(readNumber('x'), readNumber('y') - 4);
        const over = mixColours(resolveColour(fill, scheme), under, opacity * Number(rest.fillOpacity ?? 1));
        const ratio = getContrast(over, under);
        if (ratio < 4.5) found.push(`text at ${own.x}, ${own.y}: ${ratio.toFixed(2)}`);
      } else if (isLine && stroke !== 'none' && strength >= decorative && !/--(?:line|ground)[,)]/.test(stroke)) {
        const ratio = getContrast(mixColours(resolveColour(stroke, scheme), ground, strength), ground);
        if (ratio < 3)
          found.push(`${child.tagName} ${own.d ?? own.points ?? `at ${own.x1 ?? own.x}`}: ${ratio.toFixed(2)}`);
      }
      if (['rect', 'circle'].includes(child.tagName) && fill !== 'none' && !fill.startsWith('url')) {
        const radius = child.tagName === 'circle' ? readNumber('r') : 0;
        const [left, top] = radius
          ? [readNumber('cx') - radius, readNumber('cy') - radius]
          : [readNumber('x'), readNumber('y')];
        const [width, height] = radius ? [2 * radius, 2 * radius] : [readNumber('width'), readNumber('height')];
        const share = opacity * Number(rest.fillOpacity ?? 1);
        const colour = mixColours(resolveColour(fill, scheme), findColour(left + 1, top + 1), share);
        fills.push({ left, top, right: left + width, bottom: top + height, colour });
      }
      visit(child, { ...inherited, ...own }, className);
    }
  };
  visit(fromHtml(svg, { fragment: true, space: 'svg' }), {}, '');
  return found;
}
