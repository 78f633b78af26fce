import type { Palette } from '../../contract/look/colours.ts';

/**
 * Draws the logo on 16 × 16: a line with two valleys between three ridges, over a dimension line. Each argument is the
 * attribute that colours a part, such as `fill="#17211b"` or `class="g"`.
 */
export function drawMark(ground: string, ink: string, accent: string): string {
  return (
    `<path ${ground} d="M0 0h16v16H0z"/>` +
    `<path ${ink} fill="none" stroke-width="1.7" stroke-linejoin="miter" d="M2.4 2.4L5.2 9.4L8 4.2L10.8 9.4L13.6 2.4"/>` +
    `<path ${accent} fill="none" stroke-width="1.4" d="M2 12.9h12M2.2 11v3.8M13.8 11v3.8"/>`
  );
}

/** Draws the site's icon as an SVG document that follows the system's theme. */
export function drawIcon({ light, dark }: Palette): string {
  const style =
    `.g{fill:${light.ink}}.i{stroke:${light.ground}}.a{stroke:${dark.accent}}` +
    `@media(prefers-color-scheme:dark){.g{fill:${light.ground}}.i{stroke:${light.ink}}.a{stroke:${light.accent}}}`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
    `<style>${style}</style>${drawMark('class="g"', 'class="i"', 'class="a"')}</svg>`
  );
}
