import type { StudioOperationName } from './operations.ts';

/**
 * The header by which a page of the Studio names the user it was made for, by id. A call that changes something is
 * refused if somebody else has signed in on the same browser since. A new sign-in is accepted.
 */
export const pageUserHeader = 'x-studio-user';

/** The hidden field by which a form names that user when it is sent without JavaScript. */
export const pageUserField = 'pageUser';

/** Returns the path of an operation: `saveDraft` → `/api/studio/save-draft`. */
export function getStudioApiPath(name: StudioOperationName): string {
  return `/api/studio/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export const getMessagePath = (reference: string) => `/studio/inbox/${reference}`;

/** The address to which a form is sent for the archive of everything that is stored about an e-mail address. */
export const personalArchivePath = '/studio/privacy/archive';

export const getSettingPath = (slug: string) => `/studio/${slug === 'lists' ? 'forms/lists' : slug}`;
/** The address of the records of the log as a file; `format` is `csv` or `jsonl`. */
export const logExportPath = '/studio/log/export';
/** The address of the tables of the Numbers as files. */
export const numberTablesPath = '/studio/numbers/table.csv';
/** The file with all redirects. */
export const redirectsFilePath = '/studio/redirects.csv';

export const getThemePicturePath = (name: string) => `/studio/theme-pictures/${name}`;
