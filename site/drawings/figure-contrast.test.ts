import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { DataSheet } from '../../contract/entry-fields.ts';
import { drawChart, drawNarrowChart } from './chart.ts';
import { createSvgDocument } from './drawing.ts';
import { type Tone, tones } from './tones.ts';

type Theme = keyof typeof tones;
type Rgb = [number, number, number];

interface Fill {
  left: number;
  top: number;
  right: number;
  bottom: number;
  colour: Rgb;
}

const content = join(import.meta.dirname, '../../content');
const figures = readdirSync(join(content, 'media'))
  .filter((name) => name.endsWith('.svg'))
  .map((name): [string, string] => [name, readFileSync(join(content, 'media', name), 'utf8')]);
const charts = readdirSync(join(content, 'infographics')).flatMap((name) => {
  const head = readFileSync(join(content, 'infographics', name), 'utf8').split(/^---$/m)[1] ?? '';
  const { sheets } = parse(head) as { sheets: DataSheet[] };
  return sheets.flatMap((sheet): [string, string][] => {
    const whole = { ...sheet, scale: sheet.scale ?? 'linear' };
    return [
      [`${name}, ${sheet.title}`, createSvgDocument(drawChart(whole))],
      [`${name}, ${sheet.title}, narrow`, createSvgDocument(drawNarrowChart(whole))],
    ];
  });
});

/** Grid lines and tinted areas are decoration. A line with less opacity than this carries no meaning. */
const decorative = 0.3;

function toRgb(value: string, theme: Theme): Rgb {
  const name = /var\((--[a-z-]+)/.exec(value)?.[1];
  const hex = name ? tones[theme][name as Tone] : value;
  if (!/^#[\da-f]{6}$/i.test(hex ?? '')) throw new Error(`No colour of the drawings: ${value}`);
  return [1, 3, 5].map((at) => Number.parseInt((hex as string).slice(at, at + 2), 16)) as Rgb;
}

const mix = (over: Rgb, under: Rgb, opacity: number) =>
  over.map((part, i) => part * opacity + (under[i] as number) * (1 - opacity)) as Rgb;

/** Returns the relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrastOf(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the texts and lines of a drawing whose contrast against the fillings beneath them is too low. */
function findFaint(svg: string, theme: Theme): string[] {
  const ground = toRgb('var(--ground)', theme);
  const fills: Fill[] = [];
  const faint: string[] = [];
  const colourAt = (x: number, y: number) =>
    fills.findLast((fill) => x >= fill.left && x <= fill.right && y >= fill.top && y <= fill.bottom)?.colour ?? ground;
  const visit = (node: Root | Element, inherited: Record<string, string>) => {
    for (const child of node.children) {
      if (child.type !== 'element') continue;
      const own = Object.fromEntries(Object.entries(child.properties).map(([name, value]) => [name, String(value)]));
      const { fill = 'currentColor', stroke = 'none', ...rest } = { ...inherited, ...own };
      const at = (name: string) => Number(own[name] ?? 0);
      const opacity = Number(rest.opacity ?? 1);
      if (child.tagName === 'text') {
        const under = colourAt(at('x'), at('y') - 4);
        const ratio = contrastOf(mix(toRgb(fill, theme), under, opacity * Number(rest.fillOpacity ?? 1)), under);
        if (ratio < 4.5) faint.push(`text at ${own.x}, ${own.y}: ${ratio.toFixed(2)}`);
      } else if (['line', 'polyline', 'path'].includes(child.tagName)) {
        const strength = opacity * Number(rest.strokeOpacity ?? 1);
        const isMeant = stroke !== 'none' && strength >= decorative && !/--(?:line|ground)[,)]/.test(stroke);
        const ratio = isMeant ? contrastOf(mix(toRgb(stroke, theme), ground, strength), ground) : 21;
        if (ratio < 3)
          faint.push(`${child.tagName} ${own.d ?? own.points ?? `${own.x1}, ${own.y1}`}: ${ratio.toFixed(2)}`);
      } else if (['rect', 'circle'].includes(child.tagName) && fill !== 'none' && !fill.startsWith('url')) {
        const radius = child.tagName === 'circle' ? at('r') : 0;
        const [left, top] = radius ? [at('cx') - radius, at('cy') - radius] : [at('x'), at('y')];
        const [width, height] = radius ? [2 * radius, 2 * radius] : [at('width'), at('height')];
        const strength = opacity * Number(rest.fillOpacity ?? 1);
        const colour = mix(toRgb(fill, theme), colourAt(left + 1, top + 1), strength);
        fills.push({ left, top, right: left + width, bottom: top + height, colour });
      }
      visit(child, { ...inherited, ...own });
    }
  };
  visit(fromHtml(svg, { fragment: true, space: 'svg' }), {});
  return faint;
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('finds a text and a line that are too faint', () => {
    const svg =
      '<svg><line x1="1" y1="1" x2="9" y2="1" stroke="var(--ink)" stroke-opacity="0.3"/><text x="1" y="9" fill="var(--line)">a</text></svg>';
    expect(findFaint(svg, theme)).toHaveLength(2);
  });

  it.each([...figures, ...charts])('%s has text of 4.5:1 and lines of 3:1', (_, svg) => {
    expect(findFaint(svg, theme)).toEqual([]);
  });
});
