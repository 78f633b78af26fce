import { z } from 'zod';

const createLine = (max: number) => z.string().trim().min(1).max(max);

/**
 * The settings of the company, by slug: one entry of type SETTING each. Every page depends on them, so they hold only
 * what pages show.
 */
export const settingSchemas = {
  company: z.strictObject({
    /** The name that header, titles and mails show. */
    name: createLine(60),
    /** One line below the name at the foot of every page. */
    claim: createLine(120),
    /** Legal name, register number and address, at the foot of every page. */
    legalDetails: createLine(300),
  }),
} as const;

export type SettingSlug = keyof typeof settingSchemas;
export type CompanySettings = { [S in SettingSlug]: z.output<(typeof settingSchemas)[S]> };

/** What the Studio says about each setting, and what holds until somebody publishes it. */
export const settingRows: { [S in SettingSlug]: { title: string; summary: string; defaults: CompanySettings[S] } } = {
  company: {
    title: 'Company',
    summary: 'The name, the claim and the legal details that every page shows.',
    defaults: {
      name: 'WSE',
      claim: 'Infrastructure, drawn to scale, then built to hold.',
      legalDetails:
        'Watershed Systems Engineering Ltd (fictional), no. 00000000, 14 Lock Keeper’s Yard, Bristol BS1 6XN',
    },
  },
};

export const settingSlugs = Object.keys(settingSchemas) as SettingSlug[];

export function isSettingSlug(slug: string): slug is SettingSlug {
  return Object.hasOwn(settingSchemas, slug);
}

/** Returns why the own fields of an entry are not those of the setting with its slug; null if they are. */
export function findSettingProblem(slug: string, { fields }: { fields: Record<string, unknown> }): string | null {
  if (!isSettingSlug(slug)) return `there is no setting ${slug}; there are ${settingSlugs.join(', ')}`;
  return fields.setting === slug ? null : `must be ${slug}`;
}
