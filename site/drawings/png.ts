import type { Drawing } from './drawing.ts';
import { convertTextToOutlines } from './outline.ts';

/** Draws a PNG of a given width in pixels. It uses no fonts of the system. */
export async function drawPng(drawing: Drawing, width: number, theme: 'light' | 'dark' = 'light'): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const flat = await convertTextToOutlines(drawing, theme);
  const density = Math.min(2400, (72 * width) / drawing.width);
  return sharp(Buffer.from(flat), { density }).resize({ width }).png({ compressionLevel: 9, palette: true }).toBuffer();
}
