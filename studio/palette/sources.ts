import {
  CalendarClock,
  CalendarSearch,
  Contact,
  Copy,
  CornerDownRight,
  ExternalLink,
  EyeOff,
  FileText,
  History,
  Image,
  Inbox,
  KeyRound,
  Layers,
  LayoutList,
  type LucideIcon,
  MailCheck,
  Plus,
  Reply,
  SearchX,
  Send,
  Share2,
  Tags,
  Trash2,
  UserPlus,
  UserRound,
  Webhook,
} from 'lucide-react';
import { type EntryType, typesWithPages } from '../../contract/content/entry-types.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { hasPermission, type Permission, type Role } from '../../contract/studio/permissions.ts';
import { findOptions } from '../parts/find-options.ts';
import { getRailAddress, listRailItems } from '../parts/rail-items.ts';
import { getDuplicatePath } from '../parts/versions.ts';
import { getItemAddress, getListWords } from '../screens/lists/list-words.ts';

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
  role: Role;
  /** What is typed; empty at first. */
  text: string;
  /** The path of the screen on which the palette is opened. */
  path: string;
  /** What the server has found. */
  found: StudioOutput<'find'>;
  getTypeName: (type: EntryType) => string;
}

/** A kind of items in the palette, under a heading of its own. */
interface PaletteSource {
  title: string;
  list(context: PaletteContext): PaletteItem[];
}

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
  { label: 'Add a category', icon: Tags, to: '/studio/lists?add=yes', permission: 'publish' },
  { label: 'Add a person', icon: Contact, to: '/studio/team?add=yes', permission: 'publish' },
  { label: 'Show the site as of a time', icon: CalendarSearch, to: '/studio/calendar', permission: 'read-content' },
  { label: 'Open the site', icon: ExternalLink, to: '/', isOutside: true, permission: 'read-content' },
];

const listAllowed = (items: readonly (PaletteItem & { permission: Permission })[], role: Role) =>
  items.filter(({ permission }) => hasPermission(role, permission));

/** Acts on what a screen shows, by the beginning of its path. The part behind it is the name of the thing. */
const actsHere: readonly { path: RegExp; list(name: string): (PaletteItem & { permission: Permission })[] }[] = [
  {
    path: /^\/studio\/content\/(\d+)$/,
    list: (id) => [
      { label: 'Publish this entry', icon: Send, to: `/studio/content/${id}#publish`, permission: 'publish' },
      { label: 'Duplicate this entry', icon: Copy, to: getDuplicatePath(Number(id)), permission: 'write-drafts' },
      {
        label: 'History of this entry',
        icon: History,
        to: `/studio/content/${id}/history`,
        permission: 'read-content',
      },
      { label: 'Withdraw this entry', icon: EyeOff, to: `/studio/content/${id}/withdraw`, permission: 'publish' },
      { label: 'Share this entry', icon: Share2, to: `/studio/content/${id}/share`, permission: 'read-content' },
    ],
  },
  {
    path: /^\/studio\/inbox\/([^/]+)$/,
    list: (reference) => [
      {
        label: 'Answer this message',
        icon: Reply,
        to: `/studio/inbox/${reference}#answer`,
        permission: 'answer-messages',
      },
    ],
  },
  {
    path: /^\/studio\/consultations\/(?!new$|rules$)([^/]+)$/,
    list: (id) => [
      {
        label: 'Move this consultation',
        icon: CalendarClock,
        to: `/studio/consultations/${id}#move`,
        permission: 'manage-consultations',
      },
    ],
  },
];

/** The sources of the palette, in the order of their groups. A new kind of items adds its row here. */
const sources: readonly PaletteSource[] = [
  {
    title: 'Go to',
    list: ({ role, text }) => {
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
    list: ({ role, text, path, getTypeName }) => {
      const types = hasPermission(role, 'write-drafts') ? typesWithPages : [];
      const here = actsHere.flatMap(({ path: of, list }) => list(of.exec(path)?.[1] ?? '').filter(() => of.test(path)));
      const drafts = types.map((type) => ({
        label: `New ${getTypeName(type).toLowerCase()}`,
        icon: Plus,
        to: `/studio/content/new/${type}`,
      }));
      // Before anything is typed, the palette offers to create one type of entry only.
      const offered = [...listAllowed(here, role), ...(text ? drafts : drafts.slice(0, 1)), ...listAllowed(acts, role)];
      return matchItems(offered, text);
    },
  },
  {
    title: 'Entries',
    list: ({ found, text, getTypeName }) => {
      const words = text.toLowerCase().split(/\s+/);
      return found.entries.map(({ id, title, type }) => ({
        label: title || 'Untitled',
        // A title without the typed words would look like a mistake.
        note: `${getTypeName(type)}${words.every((word) => title.toLowerCase().includes(word)) ? '' : ', by its text'}`,
        icon: FileText,
        to: `/studio/content/${id}`,
      }));
    },
  },
  {
    title: 'Lists and people',
    list: ({ found, getTypeName }) =>
      found.items.map(({ id, list, name }) => ({
        label: name,
        note: getListWords(list, getTypeName).title,
        icon: list === 'TEAM' ? Contact : Tags,
        to: getItemAddress(list, id),
      })),
  },
  {
    title: 'Pictures',
    list: ({ found }) =>
      found.pictures.map(({ name, alt }) => ({ label: name, note: alt, icon: Image, to: `/studio/media/${name}` })),
  },
  {
    title: 'Users',
    list: ({ found }) =>
      found.users.map(({ id, name, email }) => ({
        label: name,
        note: email,
        icon: UserRound,
        to: `/studio/users/${id}`,
      })),
  },
  {
    title: 'Messages',
    list: ({ found }) =>
      found.messages.map(({ name, reference, excerpt }) => ({
        label: name,
        note: excerpt.slice(0, 40),
        icon: Inbox,
        to: `/studio/inbox/${reference}`,
      })),
  },
];

export interface PaletteGroup {
  title: string;
  items: PaletteItem[];
}

/** Returns what the sources list, without the groups that are empty. */
export function listPaletteGroups(context: PaletteContext): PaletteGroup[] {
  const groups = sources.map(({ title, list }) => ({ title, items: list(context) }));
  return groups.filter(({ items }) => items.length > 0);
}
