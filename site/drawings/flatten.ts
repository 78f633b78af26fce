import type { ColourScheme, Colours } from '../../contract/look/colours.ts';
import type { DrawingLook } from './drawing.ts';

/**
 * Replaces every custom property by its value, for renderers without custom properties. A property that a theme does
 * not have is replaced by its fallback.
 */
export function flattenProperties(svg: string, look: DrawingLook, scheme: ColourScheme = 'light'): string {
  // Attributes have double quotes, so the names of fonts have single ones.
  const toAttributeText = (font: string) => font.replaceAll('"', "'");
  const fonts: Record<string, string> = {
    'font-drawing': toAttributeText(look.drawingFont),
    'font-text': toAttributeText(look.textFont),
  };
  return svg.replace(
    /var\(--([a-z-]+)(?:,\s*([^)]+))?\)/g,
    (_, name: string, fallback = '') => fonts[name] ?? look.palette[scheme][name as keyof Colours] ?? fallback,
  );
}
