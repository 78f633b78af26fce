import { relative } from 'node:path';
import { buildThemes, hashThemes } from '../../api/content/index.ts';
import type { RenderLook } from '../../site/look.ts';
import { projectFolder } from '../folders.ts';
import { getFontFile } from '../look/built-looks.ts';
import { createRenderLook } from '../look/render-look.ts';

/** Creates a function that returns how looks are rendered, and builds the themes anew when their files have changed. */
export function createDevelopmentLooks(): () => Promise<RenderLook> {
  let built: { sources: string; render: RenderLook } | undefined;
  return async () => {
    const sources = hashThemes();
    if (built?.sources !== sources) {
      const themes = await buildThemes();
      const getTheme = (family: string) =>
        themes.themes.find(({ fonts }) => fonts.some((font) => font.family === family));
      const render = createRenderLook(themes, (font, part) => {
        const file = getFontFile({ name: getTheme(font.family)?.name ?? '' }, font, part);
        return `/${relative(projectFolder, file)}`;
      });
      built = { sources, render };
    }
    return built.render;
  };
}
