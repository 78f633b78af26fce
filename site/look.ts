import type { CompanySettings } from '../contract/content/setting-schemas.ts';
import type { Structure } from '../contract/look/structure.ts';
import type { DrawingLook } from './drawings/drawing.ts';

/** The text of a style element in the head of a page, and the source by which a policy allows it, `'sha256-…'`. */
export interface PageStyle {
  text: string;
  source: string;
}

/** A look as documents and drawings need it. */
export interface RenderedLook extends DrawingLook {
  /** The attributes of the root element, such as `data-look="drawn-to-scale" data-cards="raised"`. */
  attributes: string;
  header: Structure['header'];
  /** Custom properties, fonts and rules, which stand before the styles of the page. */
  style: PageStyle;
  /** Addresses of the fonts that a page loads. */
  fonts: readonly string[];
  /** The fonts of words in pictures of pixels. */
  pictureFonts: PictureFonts;
}

/** Families and the packages that contain them. */
export interface PictureFonts {
  heading: string;
  label: string;
  packages: readonly string[];
}

/**
 * Renders a published look. A theme that does not exist any more is replaced by the first one. `hasLogo`: the company
 * has a logo of its own, so the header shows it even if the theme usually shows the name alone.
 */
export type RenderLook = (look: CompanySettings['look'] | undefined, hasLogo?: boolean) => RenderedLook;
