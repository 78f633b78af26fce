import { type Tone, tones } from './tones.ts';

/** Replaces every `var(--token, fallback)` by its colour, for renderers without custom properties. */
export function flattenColors(svg: string, theme: 'light' | 'dark' = 'light'): string {
  return svg.replace(/var\((--[a-z-]+),\s*([^)]+)\)/g, (_, name: string, fallback: string) =>
    theme === 'dark' ? (tones.dark[name as Tone] ?? fallback) : fallback,
  );
}
