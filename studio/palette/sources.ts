import {
  CalendarClock,
  CalendarSearch,
  ChartColumn,
  Clock,
  Contact,
  Cookie,
  Copy,
  CornerDownRight,
  ExternalLink,
  EyeOff,
  FileText,
  Gauge,
  History,
  Image,
  Inbox,
  KeyRound,
  Layers,
  LayoutList,
  LogOut,
  type LucideIcon,
  MailCheck,
  PhoneCall,
  Plus,
  RefreshCw,
  Reply,
  ScrollText,
  SearchX,
  Send,
  Share2,
  ShieldCheck,
  Tags,
  Trash2,
  UserPlus,
  UserRound,
  Webhook,
} from 'lucide-react';
import { type EntryType, typesWithPages } from '../../contract/content/entry-types.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { hasPermission, type Permission, type Role } from '../../contract/studio/permissions.ts';
import type { ScreenPath } from '../../contract/studio/screens.ts';
import { findOptions } from '../parts/find-options.ts';
import { canOpen, getRailAddress, listRailItems, type RailPath } from '../parts/rail-items.ts';
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

/** Further words by which people look for a screen or an act, by its address. */
const furtherWords: Readonly<Record<string, string>> = {
  '/studio/media': 'media images photos files upload',
  '/studio/inbox': 'messages enquiries',
  '/studio/consultations': 'bookings appointments',
  '/studio/privacy': 'gdpr personal data erase export',
  '/studio/company': 'settings logo icon telephone',
  '/studio/menus': 'navigation header footer',
  '/studio/look': 'theme colors colours design',
  '/studio/lists': 'categories category interests personas positions',
  '/studio/team': 'team authors staff',
  '/studio/links': 'broken',
  '/studio/numbers': 'statistics analytics views visitors downloads',
  '/studio/users': 'accounts members',
  '/studio/access': 'roles permissions rights',
  '/studio/log': 'audit',
  '/studio/health': 'backup disk certificate version status',
  '/studio/links/not-found': '404 missing',
  '/studio/redirects': 'import export csv',
  '/studio/privacy/retention': 'retention',
  '/studio/privacy/browsers': 'cookies consent',
  '/studio/tokens': 'api keys',
  '/studio/me': 'password passkeys sessions profile',
  '/studio/me#sign-out': 'log out logout',
  '/studio/mails': 'templates',
  '/studio/content/deleted': 'trash bin restore',
};

/** Returns the items whose names or further words contain the typed text. */
function matchItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  return findOptions(
    items.map((item) => ({ ...item, value: furtherWords[item.to] ?? '' })),
    text,
  ).flatMap(({ label }) => items.find((item) => item.label === label) ?? []);
}

/** The other screens that have one address, but those of signing in. A screen without a row does not compile. */
type OtherPath = Exclude<ScreenPath, RailPath | `${string}:${string}` | 'sign-in' | 'set-up' | 'join'>;

const otherScreens: Record<OtherPath, Pick<PaletteItem, 'label' | 'icon'>> = {
  'links/external': { label: 'Links to other sites', icon: ExternalLink },
  'links/not-found': { label: 'Addresses not found', icon: SearchX },
  redirects: { label: 'Redirects', icon: CornerDownRight },
  'outbox/replies': { label: 'Answers without a message', icon: Reply },
  'consultations/new': { label: 'Book for a caller', icon: PhoneCall },
  'consultations/rules': { label: 'Advisers and hours', icon: CalendarClock },
  'privacy/retention': { label: 'How long data is kept', icon: Clock },
  'privacy/browsers': { label: 'What browsers store and send', icon: Cookie },
  'privacy/records': { label: 'Record of privacy', icon: ScrollText },
  'numbers/pages': { label: 'Numbers of pages', icon: ChartColumn },
  'numbers/sources': { label: 'Numbers of sources', icon: ChartColumn },
  'numbers/searches': { label: 'Numbers of searches', icon: ChartColumn },
  'numbers/forms': { label: 'Numbers of forms', icon: ChartColumn },
  'numbers/speed': { label: 'Speed of pages', icon: Gauge },
  tokens: { label: 'Tokens', icon: KeyRound },
  webhooks: { label: 'Webhooks', icon: Webhook },
  me: { label: 'Your account', icon: UserRound },
  mails: { label: 'E-mails', icon: MailCheck },
  'forms/lists': { label: 'Names of lists', icon: LayoutList },
  'content/deleted': { label: 'Deleted entries', icon: Trash2 },
  'content/bulk': { label: 'Last bulk actions', icon: Layers },
};

/** Returns the screens beside the rail that a role may open. */
export function listOtherScreens(role: Role): (PaletteItem & { path: OtherPath })[] {
  const paths = Object.keys(otherScreens) as OtherPath[];
  return paths.flatMap((path) => (canOpen(role, path) ? { ...otherScreens[path], path, to: `/studio/${path}` } : []));
}

/** Acts that begin on a screen. */
const acts: readonly (PaletteItem & { permission: Permission })[] = [
  { label: 'Invite somebody', icon: UserPlus, to: '/studio/users#invite', permission: 'manage-users' },
  { label: 'Make a token', icon: KeyRound, to: '/studio/tokens#new-token', permission: 'manage-access' },
  { label: 'Add a webhook', icon: Webhook, to: '/studio/webhooks#new-webhook', permission: 'manage-access' },
  { label: 'Add a redirect', icon: CornerDownRight, to: '/studio/redirects?add=yes', permission: 'publish' },
  { label: 'Add a category', icon: Tags, to: '/studio/lists?add=yes', permission: 'publish' },
  { label: 'Add a person', icon: Contact, to: '/studio/team?add=yes', permission: 'publish' },
  {
    label: 'Check links to other sites now',
    icon: RefreshCw,
    to: '/studio/links/external#check',
    permission: 'publish',
  },
  { label: 'Verify the newest backup', icon: ShieldCheck, to: '/studio/health#verify', permission: 'read-health' },
  { label: 'Show the site as of a time', icon: CalendarSearch, to: '/studio/calendar', permission: 'read-content' },
  { label: 'Open the site', icon: ExternalLink, to: '/', isOutside: true, permission: 'read-content' },
  { label: 'Sign out', icon: LogOut, to: '/studio/me#sign-out', permission: 'own-account' },
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
      { label: 'Share this entry', icon: Share2, to: `/studio/content/${id}/share`, permission: 'write-drafts' },
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
      return matchItems([...screens, ...(text ? listOtherScreens(role) : [])], text);
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
