import { readThemes } from '../api/content/themes/read-themes.ts';
import type { CompanySettings } from '../contract/content/setting-schemas.ts';
import { createRenderLook } from '../server/look/render-look.ts';
import type { RenderedLook } from '../site/look.ts';

const themes = await readThemes();
const renderLook = createRenderLook(themes, (font, part) => `/assets/${font.family}-${part}.woff2`);

/** Returns a look as pages and drawings use it; by default that of the demo company. */
export function getTestLook(look: CompanySettings['look'] = { theme: 'drawn-to-scale' }): RenderedLook {
  return renderLook(look);
}
