import { z } from 'zod';
import type { EntryType } from './entry-types.ts';

/**
 * What a text of an own field refers to: an entry of a type by its slug, whatever a link can lead to, a picture of the
 * library by its name, or a category by its slug. The `type` beside the slug says to which type the category belongs.
 */
export type ReferenceKind = EntryType | 'LINK' | 'PICTURE' | 'CATEGORY';

/** What a text means: Markdown, or the anchor by which links lead to the part of the page. */
export type TextFormat = 'markdown' | 'anchor';

/**
 * The schemas whose values are references, with what they refer to, and those of texts with a meaning. The JSON Schema
 * of own fields has it as `refersTo` and `format`. The check before publishing, renames, the renderer and the Studio's
 * form find every such text by it (`field-references.ts`, `field-texts.ts`).
 */
export const referenceRegistry = z.registry<{ refersTo?: ReferenceKind; format?: TextFormat }>();

/** A slug of any length. */
export const anySlug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens');

export const createSlugOf = (type: EntryType) => anySlug.clone().register(referenceRegistry, { refersTo: type });

// An address with another scheme, such as `javascript:`, could run a script in the browsers of visitors.
const webAddress = z.url({ protocol: /^https?$/ });

/** A path of the site. Browsers read `//name` and `/\name` as the addresses of other sites. */
const sitePath = /^\/(?:[^/\\\s][^\\\s]*)?$/;

/** An e-mail address or a telephone number as the target of a link. */
const contactAddress = /^(?:mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+)$/;

/**
 * The target of a link, as in Markdown: a path of the site, which is checked, an address of the web, an e-mail address
 * or a telephone number.
 */
export const linkTarget = z
  .string()
  .trim()
  .refine(
    (target) => sitePath.test(target) || contactAddress.test(target) || webAddress.safeParse(target).success,
    'must be an address that begins with https:// or http://, or a path of this site such as /contact-us',
  )
  .meta({ format: 'uri-reference' })
  .register(referenceRegistry, { refersTo: 'LINK' });

/** The slug of a category of the type that the property `type` of the same object names. */
export const categorySlug = anySlug.max(120).register(referenceRegistry, { refersTo: 'CATEGORY' });

export const pictureName = z
  .string()
  .max(120)
  .regex(/^[a-z0-9][a-z0-9._-]*\.[a-z0-9]+$/, 'must be the name of a picture, such as mill.jpg')
  .register(referenceRegistry, { refersTo: 'PICTURE' });
