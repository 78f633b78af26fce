import {
  CalendarSearch,
  Copy,
  CornerDownRight,
  ExternalLink,
  FileText,
  Inbox,
  KeyRound,
  Layers,
  LayoutList,
  type LucideIcon,
  MailCheck,
  Plus,
  SearchX,
  Trash2,
  UserPlus,
  UserRound,
  Webhook,
} from 'lucide-react';
import { type EntryType, typesWithPages } from '../../contract/content/entry-types.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { hasPermission, type Permission, type Role } from '../../contract/studio/permissions.ts';
import { findOptions } from '../parts/find-options.ts';
import { getRailAddress, listRailItems } from '../parts/rail-items.ts';
import { getDuplicatePath } from '../parts/versions.ts';

/** Something that the command palette leads to. */
export interface PaletteItem {
  label: string;
  /** More about it, at the end of its row. */
  note?: string;
  icon: LucideIcon;
  /** Its address. It is the key of the item too. */
  to: string;
  /** Whether the address is outside the Studio. */
  isOutside?: true;
}

/** What a source may use to find items. */
export interface PaletteContext {
  client: StudioClient;
  role: Role;
  /** What is typed; empty at first. */
  text: string;
  /** The path of the screen on which the palette is opened. */
  path: string;
  signal: AbortSignal;
  getTypeName: (type: EntryType) => string;
}

/** A kind of items in the palette, under a heading of its own. */
interface PaletteSource {
  title: string;
  /** The permission without which the source offers nothing. */
  permission: Permission;
  find(context: PaletteContext): PaletteItem[] | Promise<PaletteItem[]>;
}

/** How many entries are shown; without a text, those that were saved last. */
const [most, mostRecent] = [8, 4];

/** Returns the items whose names contain the typed text. */
function matchItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  return findOptions(
    items.map((item) => ({ ...item, value: '' })),
    text,
  ).flatMap(({ label }) => items.find((item) => item.label === label) ?? []);
}

/** Screens that are not in the rail. */
const otherScreens: readonly (PaletteItem & { permission: Permission })[] = [
  { label: 'Links to other sites', icon: ExternalLink, to: '/studio/links/external', permission: 'read-content' },
  { label: 'Addresses not found', icon: SearchX, to: '/studio/links/not-found', permission: 'read-content' },
  { label: 'Redirects', icon: CornerDownRight, to: '/studio/redirects', permission: 'read-content' },
  { label: 'Tokens', icon: KeyRound, to: '/studio/tokens', permission: 'manage-access' },
  { label: 'Webhooks', icon: Webhook, to: '/studio/webhooks', permission: 'manage-access' },
  { label: 'Your account', icon: UserRound, to: '/studio/me', permission: 'own-account' },
  { label: 'E-mails', icon: MailCheck, to: '/studio/mails', permission: 'read-content' },
  { label: 'Names of lists', icon: LayoutList, to: '/studio/forms/lists', permission: 'read-content' },
  { label: 'Deleted entries', icon: Trash2, to: '/studio/content/deleted', permission: 'read-content' },
  { label: 'Last bulk actions', icon: Layers, to: '/studio/content/bulk', permission: 'read-content' },
];

/** Acts that begin on a screen. */
const acts: readonly (PaletteItem & { permission: Permission })[] = [
  { label: 'Invite somebody', icon: UserPlus, to: '/studio/users#invite', permission: 'manage-users' },
  { label: 'Make a token', icon: KeyRound, to: '/studio/tokens#new-token', permission: 'manage-access' },
  { label: 'Add a webhook', icon: Webhook, to: '/studio/webhooks#new-webhook', permission: 'manage-access' },
  { label: 'Add a redirect', icon: CornerDownRight, to: '/studio/redirects?add=yes', permission: 'publish' },
  { label: 'Show the site as of a time', icon: CalendarSearch, to: '/studio/calendar', permission: 'read-content' },
  { label: 'Open the site', icon: ExternalLink, to: '/', isOutside: true, permission: 'read-content' },
];

const listAllowed = (items: readonly (PaletteItem & { permission: Permission })[], role: Role) =>
  items.filter(({ permission }) => hasPermission(role, permission));

/** The sources of the palette, in the order of their groups. A new kind of items adds its row here. */
const sources: readonly PaletteSource[] = [
  {
    title: 'Go to',
    permission: 'own-account',
    find: ({ role, text }) => {
      const screens = listRailItems(role).map((item) => ({
        ...item,
        note: item.group ?? '',
        to: getRailAddress(item),
      }));
      return matchItems([...screens, ...(text ? listAllowed(otherScreens, role) : [])], text);
    },
  },
  {
    title: 'Act',
    permission: 'read-content',
    find: ({ role, text, path, getTypeName }) => {
      const canWrite = hasPermission(role, 'write-drafts');
      const types = canWrite ? typesWithPages : [];
      const [, id] = /^\/studio\/content\/(\d+)$/.exec(path) ?? [];
      const copy =
        canWrite && id ? [{ label: 'Duplicate this entry', icon: Copy, to: getDuplicatePath(Number(id)) }] : [];
      const drafts = types.map((type) => ({
        label: `New ${getTypeName(type).toLowerCase()}`,
        icon: Plus,
        to: `/studio/content/new/${type}`,
      }));
      // Before anything is typed, the palette offers to create one type of entry only.
      return matchItems([...copy, ...(text ? drafts : drafts.slice(0, 1)), ...listAllowed(acts, role)], text);
    },
  },
  {
    title: 'Entries',
    permission: 'read-content',
    find: async ({ client, text, signal, getTypeName }) => {
      const { items } = await client.call(
        'listContent',
        { q: text, sort: 'match', size: text ? most : mostRecent },
        { signal },
      );
      const words = text.toLowerCase().split(/\s+/);
      return items.map(({ id, title, type }) => ({
        label: title || 'Untitled',
        // A title without the typed words would look like a mistake.
        note: `${getTypeName(type)}${words.every((word) => title.toLowerCase().includes(word)) ? '' : ', by its text'}`,
        icon: FileText,
        to: `/studio/content/${id}`,
      }));
    },
  },
  {
    title: 'Messages',
    permission: 'read-messages',
    find: async ({ client, text, signal }) => {
      if (!text) return [];
      const { items } = await client.call('listMessages', { q: text, size: mostRecent }, { signal });
      return items.map(({ name, reference, excerpt }) => ({
        label: name,
        note: excerpt.slice(0, 40),
        icon: Inbox,
        to: `/studio/inbox/${reference}`,
      }));
    },
  },
];

export interface PaletteGroup {
  title: string;
  items: PaletteItem[];
}

/** Returns what the sources find for a text, without the groups that are empty. */
export async function findPaletteGroups(context: PaletteContext): Promise<PaletteGroup[]> {
  const own = sources.filter(({ permission }) => hasPermission(context.role, permission));
  const groups = await Promise.all(own.map(async ({ title, find }) => ({ title, items: await find(context) })));
  return groups.filter(({ items }) => items.length > 0);
}
