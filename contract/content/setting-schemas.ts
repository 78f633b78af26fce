import { z } from 'zod';

/** A text on one line: mails and titles show it. */
const createLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must be on one line');

/** The schema of each setting's own fields, by its slug. Browsers of visitors load no validator, so not this file. */
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
    /** In international form (E.123), such as +44 117 496 0123; at the foot of every page. */
    telephone: z
      .string()
      .regex(/^\+[1-9](?: ?\d){6,14}$/, 'must be an international number such as +44 117 496 0123')
      .optional(),
    /** Addresses of the company's pages on other sites, for search engines. */
    profiles: z
      .array(z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }))
      .max(12)
      .optional(),
  }),
} as const;

export type SettingSlug = keyof typeof settingSchemas;
export type CompanySettings = { [S in SettingSlug]: z.output<(typeof settingSchemas)[S]> };
