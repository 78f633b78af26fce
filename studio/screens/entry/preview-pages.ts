import { entryTypes } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { getMailAddress, mailNames, nameMail } from '../../parts/mail-names.ts';

/** A page on which an entry is shown. */
export interface PreviewPage {
  label: string;
  /** Its path on the site, with a query; null: the entry's own page. */
  path: string | null;
  /** The path of the field of a setting that this page shows, with the fields inside it. */
  field?: string;
}

/** The pages that show a setting best, by its slug; the first one is shown at first. */
const settingPages: Record<string, readonly PreviewPage[]> = {
  company: [
    { label: 'Home', path: '/' },
    { label: 'Social picture', path: '/social-images/PAGE/home.png', field: 'fields.sharingPicture' },
  ],
  menus: [
    { label: 'Home', path: '/' },
    { label: 'The foot of Home', path: '/#footer', field: 'fields.footer' },
  ],
  lists: [
    { label: 'A list', path: entryTypes.BLOG.listPath },
    { label: 'Another list', path: entryTypes.SERVICE.listPath },
  ],
  forms: [
    { label: 'Contact', path: '/contact-us', field: 'fields.contact' },
    { label: 'Enquiry', path: '/#send-enquiry', field: 'fields.enquiry' },
    { label: 'Booking', path: '/book-a-free-consultation', field: 'fields.consultation' },
    ...mailNames.map((mail) => ({
      label: `E-mail: ${nameMail(mail)}`,
      path: getMailAddress(mail),
      field: `fields.mails.${mail}`,
    })),
  ],
};

/** Returns the path of the page that a preview shows at first; null: the entry's own page. */
export function findFirstPage({ type, slug }: EntrySummary): string | null {
  return type === 'SETTING' ? (settingPages[slug]?.[0]?.path ?? '/') : null;
}

/** Returns the path of the page that shows a field of a setting; undefined if there is none. */
export function findFieldPage({ type, slug }: EntrySummary, path = ''): string | null | undefined {
  const pages = type === 'SETTING' ? settingPages[slug] : undefined;
  return pages?.find(({ field }) => field && `${path}.`.startsWith(`${field}.`))?.path;
}

/**
 * Returns which choices of a preview are shown at once: the widths for menus, because a narrow page folds its menus,
 * and light and dark for a look. Null: one frame, for which both are chosen.
 */
export const findSplit = ({ type, slug }: EntrySummary): 'widths' | 'themes' | null => {
  if (type !== 'SETTING') return null;
  return slug === 'menus' ? 'widths' : slug === 'look' ? 'themes' : null;
};

/** Returns the pages on which visitors meet an entry, and its social picture. */
export function listPreviewPages({ type, slug }: EntrySummary, { title, category }: DraftContent): PreviewPage[] {
  if (type === 'SETTING') {
    const pages = settingPages[slug] ?? [];
    return pages.some(({ path }) => path === '/') ? [...pages] : [...pages, { label: 'Home', path: '/' }];
  }
  const { listPath, categoryPath } = entryTypes[type];
  return [
    { label: 'This page', path: null },
    ...(listPath ? [{ label: 'Its list', path: listPath }] : []),
    ...(categoryPath && category ? [{ label: 'Its category', path: categoryPath + category }] : []),
    { label: 'Home', path: '/' },
    { label: 'A search for its title', path: `/search?${new URLSearchParams({ q: title })}` },
    { label: 'Its social picture', path: `/social-images/${type}/${slug}.png` },
  ];
}

/** Returns the address of a preview of a path with the parameters of the preview. */
export function toPreviewAddress(path: string | null, parameters: Record<string, string>): string {
  const [target = '', hash] = (path ?? '').split('#', 2);
  const fragment = hash ? `#${hash}` : '';
  if (target.startsWith('/studio/mails/')) return `${target}&${new URLSearchParams(parameters)}`;
  if (target.startsWith('/social-images/')) return `/studio/preview${target}?${new URLSearchParams(parameters)}`;
  return `/studio/preview?${new URLSearchParams({ ...parameters, ...(target ? { path: target } : {}) })}${fragment}`;
}

/** Returns the path on the site that an address of a preview shows, with its fragment; null for another address. */
export function readPreviewAddress(address: string): string | null {
  const { pathname, searchParams, hash } = new URL(address, 'http://site');
  const path = searchParams.get('path');
  return pathname === '/studio/preview' && path ? path + hash : null;
}
