import { createMenus } from './default-menus.ts';
import { completeForms } from './form-defaults.ts';
import { completeLists, listDefaults } from './list-defaults.ts';
import type { ResolvedMenus } from './menu-schemas.ts';
import { resolveMenus } from './menus.ts';
import type { CompanySettings, PublicSettings, SettingSlug, StoredSettings } from './setting-schemas.ts';

/**
 * The settings of the company: one entry of type SETTING each. Every page depends on them, so they hold only what pages
 * show. A row has what the Studio says about the setting, and what holds until somebody publishes it.
 */
export const settingRows: { [S in SettingSlug]: { title: string; summary: string; defaults: StoredSettings[S] } } = {
  company: {
    title: 'Company',
    summary: 'The name, the claim and the legal details that every page shows.',
    defaults: {
      name: 'Our company',
      claim: 'The name and the claim are in the setting Company.',
      legalDetails: 'Our company',
    },
  },
  look: {
    title: 'Look',
    summary: 'The theme of all pages, and its colours, fonts and structure.',
    defaults: { theme: 'drawn-to-scale' },
  },
  menus: {
    title: 'Menus',
    summary: 'The links of the header and the footer, and what visitors are asked to do.',
    defaults: createMenus(['/about-us'], []),
  },
  lists: {
    title: 'Names of lists',
    summary: 'What entries of each type are called, and how their lists are ordered and shown.',
    defaults: listDefaults,
  },
  forms: {
    title: 'Forms',
    summary: 'The words of forms and of the mails about them, and how consultations take place.',
    defaults: {},
  },
};

export const settingSlugs = Object.keys(settingRows) as SettingSlug[];

export function isSettingSlug(slug: string): slug is SettingSlug {
  return settingSlugs.some((each) => each === slug);
}

/** Returns the id, below 0, by which the Studio knows a setting that was never stored. */
export const getUnstoredId = (slug: SettingSlug): number => -1 - settingSlugs.indexOf(slug);

/** Returns the settings with what holds for fields that are left out. */
export function completeSettings(stored: StoredSettings): CompanySettings {
  return { ...stored, lists: completeLists(stored.lists), forms: completeForms(stored.forms) };
}

/** Returns the settings of a site whose database cannot be read: menus have no titles of entries then. */
export function getDefaultSettings(): Omit<PublicSettings, 'menus'> & { menus: ResolvedMenus } {
  const defaults = completeSettings(
    Object.fromEntries(settingSlugs.map((slug) => [slug, settingRows[slug].defaults])) as StoredSettings,
  );
  const { logo: _, ...company } = defaults.company;
  const { mails: __, answers: ___, ...forms } = defaults.forms;
  return { ...defaults, company, forms, menus: resolveMenus(defaults.menus, defaults.lists, new Map()) };
}

/** Returns why the own fields of an entry are not those of the setting with its slug; null if they are. */
export function findSettingProblem(slug: string, { fields }: { fields: Record<string, unknown> }): string | null {
  if (!isSettingSlug(slug)) return `there is no setting ${slug}; there are ${settingSlugs.join(', ')}`;
  return fields.setting === slug ? null : `must be ${slug}`;
}
