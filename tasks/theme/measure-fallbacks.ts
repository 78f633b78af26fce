import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { FallbackFont, ThemeFont } from '../../contract/look/theme.ts';
import { findChromium } from '../../testing/chromium.ts';

/** Fonts of common systems with equal widths, of the kind of a font. */
const localFonts = {
  sans: {
    normal: ['Arial', 'Liberation Sans', 'Helvetica'],
    bold: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'],
  },
  serif: {
    normal: ['Times New Roman', 'Liberation Serif', 'Times'],
    bold: ['Times New Roman Bold', 'Liberation Serif Bold', 'Times Bold'],
  },
  mono: { normal: ['Courier New', 'Liberation Mono'], bold: ['Courier New Bold', 'Liberation Mono Bold'] },
} as const;

export type FontKind = keyof typeof localFonts;

const sample =
  'The quick brown fox jumps over the lazy dog. How we plan, build and keep what our customers rely on, in 2026: ' +
  'a week of reading, three of work, and a page that says what was found. Who answers at night? We do, by name.';

const round = (value: number) => Math.round(value * 10) / 10;

/** Measures how wide a font is beside the local fonts of its kind, at one weight, in Chromium. */
async function measure(font: ThemeFont, folder: string, weight: number, local: readonly string[]) {
  const bytes = await readFile(join(folder, font.core));
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    return await page.evaluate(
      async ({ data, weight, local, sample }) => {
        const face = new FontFace('measured', `url(data:font/woff2;base64,${data})`, { weight: '100 900' });
        const fallback = new FontFace('fallback', local.map((name) => `local("${name}")`).join(','));
        for (const each of [face, fallback]) document.fonts.add(await each.load());
        const context = document.createElement('canvas').getContext('2d');
        if (!context) throw new Error('no canvas');
        const read = (family: string) => {
          context.font = `${weight} 1000px ${family}`;
          return context.measureText(sample);
        };
        const own = read('measured');
        const share = own.width / read('fallback').width;
        return {
          share,
          ascent: own.fontBoundingBoxAscent / 1000 / share,
          descent: own.fontBoundingBoxDescent / 1000 / share,
        };
      },
      { data: bytes.toString('base64'), weight, local, sample },
    );
  } finally {
    await browser.close();
  }
}

/** Returns the fallbacks of a font, measured against the local fonts of its kind. */
export async function measureFallbacks(folder: string, font: ThemeFont, kind: FontKind): Promise<FallbackFont[]> {
  const family = `${font.family} Stand-in`;
  const weights = [font.axes.wght ?? 400].flat();
  const describe = async (weight: number, css: string, local: readonly string[]): Promise<FallbackFont> => {
    const { share, ascent, descent } = await measure(font, folder, weight, local);
    const [sizeAdjust, up, down] = [share, ascent, descent].map((value) => round(value * 100)) as [
      number,
      number,
      number,
    ];
    return { family, weight: css, local: [...local], sizeAdjust, ascent: up, descent: down };
  };
  const { normal, bold } = localFonts[kind];
  const regular = await describe(weights[0] ?? 400, weights.length > 1 ? '400' : '100 900', normal);
  return weights.length > 1 ? [regular, await describe(600, '500 700', bold)] : [regular];
}
