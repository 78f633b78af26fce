import { z } from 'zod';
import { choosableColours } from '../look/derive-colours.ts';
import { structureWords } from '../look/structure.ts';
import { currencyCode } from './currency.ts';
import { typesWithPages } from './entry-types.ts';
import { completedForms, storedForms } from './form-schemas.ts';
import { completedLists, storedLists } from './list-schemas.ts';
import { isTimeZone } from './local-time.ts';
import { mailPurposes } from './mail-purposes.ts';
import { menuSettings, resolvedMenus } from './menu-schemas.ts';
import { pictureName, referenceRegistry } from './reference-schemas.ts';
import { createLine } from './text-schemas.ts';

/** The name of a theme or of a type pair. */
export const lookName = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/, 'must be a name such as drawn-to-scale');

const colour = z.string().regex(/^#[\da-f]{6}$/i, 'must be a colour such as #0b7a3e');
const colours = z
  .strictObject(
    Object.fromEntries(choosableColours.map((name) => [name, colour.optional()])) as {
      [C in (typeof choosableColours)[number]]: z.ZodOptional<typeof colour>;
    },
  )
  .optional();

const postalAddress = z.strictObject({
  /** What is there, such as "Workshop". */
  label: createLine(60).optional(),
  street: createLine(120),
  locality: createLine(80),
  region: createLine(80).optional(),
  postalCode: createLine(20).optional(),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two letters (ISO 3166-1), such as GB'),
});

const iconName = pictureName
  .refine((name) => /\.(?:svg|png)$/.test(name), 'must be an SVG or a PNG')
  .register(referenceRegistry, { refersTo: 'PICTURE' });

const mailAddress = z.email('must be an e-mail address').max(254).optional();
type MailAddresses = { [P in (typeof mailPurposes)[number]]: typeof mailAddress };

/** The schema of each setting's own fields as stored, by its slug. Browsers of visitors do not load this file. */
export const settingSchemas = {
  company: z.strictObject({
    /** The name that header, titles and mails show. */
    name: createLine(60),
    /** One line below the name at the foot of every page. */
    claim: createLine(120),
    /** Legal name, register number and address, at the foot of every page. */
    legalDetails: createLine(300),
    /** The registered name, for search engines. */
    legalName: createLine(120).optional(),
    founded: z.int().min(1000).max(2200).optional(),
    /** In international form (E.123), such as +44 1632 960123; at the foot of every page. */
    telephone: z
      .string()
      .regex(/^\+[1-9](?: ?\d){6,14}$/, 'must be an international number such as +44 1632 960123')
      .optional(),
    /** Addresses of the company's pages on other sites, for search engines. */
    profiles: z
      .array(z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }))
      .max(12)
      .optional(),
    /** The number under which a register lists the company, with the name of the register. */
    registerNumber: createLine(80).optional(),
    /** Postal addresses, the main one first. */
    addresses: z.array(postalAddress).max(6, 'must have at most 6 items').optional(),
    emails: z
      .strictObject(Object.fromEntries(mailPurposes.map((purpose) => [purpose, mailAddress])) as MailAddresses)
      .optional(),
    /** The time zone of dates, and of the hours of consultations; see `defaultTimeZone`. */
    timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/London').optional(),
    /** The currency of prices that name none; the default is EUR. */
    currency: currencyCode.optional(),
    /** Stands in the header in place of the drawn mark. */
    logo: pictureName.optional(),
    /** Square; in tabs, bookmarks and on home screens. */
    icon: iconName.optional(),
    /** Stands in the picture with which other sites show a link to a page that has no picture of its own. */
    sharingPicture: pictureName.optional(),
  }),
  look: z.strictObject({
    /** The name of a folder of `themes/`. */
    theme: lookName,
    /** Colours that replace those of the theme; what follows from them is derived. */
    colours: z.strictObject({ light: colours, dark: colours }).optional(),
    /** The name of a type pair of the theme; without it the theme's first. */
    typePair: lookName.optional(),
    sectionNumbers: z.enum(structureWords.sectionNumbers).optional(),
    rules: z.enum(structureWords.rules).optional(),
    cards: z.enum(structureWords.cards).optional(),
    covers: z.enum(structureWords.covers).optional(),
    labels: z.enum(structureWords.labels).optional(),
    width: z.enum(structureWords.width).optional(),
    corners: z.enum(structureWords.corners).optional(),
    header: z.enum(structureWords.header).optional(),
    logo: z.enum(structureWords.logo).optional(),
  }),
  menus: menuSettings,
  lists: storedLists,
  forms: storedForms,
} as const;

export type SettingSlug = keyof typeof settingSchemas;

/** The schema of each setting as the API answers it to visitors. */
export const publicSettingSchemas = {
  ...settingSchemas,
  company: settingSchemas.company.extend({
    logo: z.object({ path: z.string(), width: z.int(), height: z.int() }).optional(),
  }),
  lists: completedLists,
  /** Mails are not for visitors to read beforehand. */
  forms: completedForms.omit({ mails: true, answers: true }),
  /** `reads`: the kinds of content whose change can change the menus. */
  menus: resolvedMenus.extend({ reads: z.array(z.enum([...typesWithPages, 'categories'])) }),
} as const;

export type PublicSettings = { [S in SettingSlug]: z.output<(typeof publicSettingSchemas)[S]> } & { isMeasured?: true };
export type StoredSettings = { [S in SettingSlug]: z.output<(typeof settingSchemas)[S]> };
/** The settings with what holds for fields that are left out. */
export type CompanySettings = Omit<StoredSettings, 'lists' | 'forms'> & {
  lists: z.output<typeof completedLists>;
  forms: z.output<typeof completedForms>;
};
