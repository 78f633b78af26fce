import { createSvgDocument, type Drawing } from './drawing.ts';
import { flattenColors } from './flatten.ts';
import { joiners, loadFonts } from './font-files.ts';
import { characterWidth } from './svg.ts';

/** An element for satori, whose types require React elements of the same shape. */
export interface SatoriBox {
  type: string;
  props: { style: Record<string, string | number>; children?: string | SatoriBox[] };
}

/** Creates a flex box for satori, which supports no other layout. */
export function createBox(style: Record<string, string | number>, children?: string | SatoriBox[]): SatoriBox {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

const joinedEmoji =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?)+/gu;

/**
 * Returns a text as the fonts can draw it: a letter with its marks as one character where Unicode has it, emoji without
 * variation selectors, and of emoji that are joined, such as a woman and a computer, the first.
 */
export function simplifyText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\ufe0e\ufe0f]/g, '')
    .replace(joinedEmoji, '$1');
}

const isFromRight = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns a box with another text in each of its boxes. A text in Hebrew or Arabic begins at the right. */
function mapTexts({ type, props }: SatoriBox, change: (text: string) => string): SatoriBox {
  const { children } = props;
  if (children === undefined) return { type, props };
  if (typeof children !== 'string')
    return { type, props: { ...props, children: children.map((child) => mapTexts(child, change)) } };
  const style = isFromRight.test(children) ? { ...props.style, direction: 'rtl', textAlign: 'right' } : props.style;
  return { type, props: { style, children: change(children) } };
}

/**
 * Renders boxes as an SVG document in which all text is outlines. A text with a character that no font has is left out,
 * because it would show boxes in place of letters.
 */
export async function renderBoxesToSvg(root: SatoriBox, size: { width: number; height: number }): Promise<string> {
  const texts: string[] = [];
  const simple = mapTexts(root, (text) => {
    const simplified = simplifyText(text);
    texts.push(simplified);
    return simplified;
  });
  const { fonts, characters } = await loadFonts(texts);
  const isDrawn = (character: string) => characters.has(character) || joiners.includes(character) || character === '\n';
  const drawn = mapTexts(simple, (text) => ([...text].every(isDrawn) ? text : ''));
  // Loaded with the first drawing, because satori is large and most servers draw little.
  const { default: satori } = await import('satori');
  return satori(drawn as Parameters<typeof satori>[0], { ...size, fonts });
}

/** Returns the content of an SVG document, for another document. */
export function removeSvgRoot(svg: string): string {
  return svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Converts a `<text>` element to a box with the same baseline and anchor. */
function convertLabelToBox(attributes: string, escaped: string): SatoriBox {
  const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
  const text = escaped.replace(/&(?:lt|gt|quot|amp);/g, (name) => entities[name] as string);
  const size = Number(read('font-size'));
  const [x, y] = [Number(read('x')), Number(read('y'))];
  const anchor = read('text-anchor') ?? 'start';
  const width = (text.length + 2) * size * characterWidth;
  const shift = anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0;
  const ascent = size * 0.88;
  const isSans = /sans-serif/.test(read('font-family') ?? '');
  const turn = /rotate\((-?\d+)/.exec(read('transform') ?? '')?.[1];
  return createBox(
    {
      position: 'absolute',
      left: x - shift,
      top: y - ascent,
      width,
      justifyContent: anchor === 'middle' ? 'center' : anchor === 'end' ? 'flex-end' : 'flex-start',
      whiteSpace: 'pre',
      fontFamily: isSans ? 'Familjen Grotesk' : 'Martian Mono',
      fontWeight: isSans ? 700 : 400,
      fontSize: size,
      lineHeight: 1,
      color: read('fill') ?? '#17211b',
      ...(turn ? { transform: `rotate(${turn}deg)`, transformOrigin: `${shift}px ${ascent}px` } : {}),
    },
    text,
  );
}

/**
 * Returns a drawing as an SVG document with fixed colours and its text as outlines, for a renderer without fonts and
 * custom properties. The text lies above all other marks.
 */
export async function convertTextToOutlines(drawing: Drawing, theme: 'light' | 'dark' = 'light'): Promise<string> {
  const flat = flattenColors(createSvgDocument(drawing), theme);
  const labels = [...flat.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, a = '', text = '']) =>
    convertLabelToBox(a, text),
  );
  const size = { width: Math.ceil(drawing.width), height: Math.ceil(drawing.height) };
  const lettering = await renderBoxesToSvg(createBox({ ...size, position: 'relative' }, labels), size);
  return flat.replaceAll(/<text [^>]*>[^<]*<\/text>/g, '').replace(/<\/svg>$/, `${removeSvgRoot(lettering)}</svg>`);
}
