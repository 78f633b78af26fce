import { outlineText } from './outline.ts';

/** One of our drawings as a PNG of so many pixels across; its height follows. No fonts of the system are used. */
export async function drawPng(svg: string, width: number, theme: 'light' | 'dark' = 'light'): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const flat = await outlineText(svg, theme);
  const own = Number(/viewBox="0 0 ([\d.]+)/.exec(flat)?.[1] ?? 800);
  const density = Math.min(2400, (72 * width) / own);
  return sharp(Buffer.from(flat), { density }).resize({ width }).png({ compressionLevel: 9, palette: true }).toBuffer();
}
