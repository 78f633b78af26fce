import {
  Building2,
  CalendarDays,
  ChartColumn,
  Contact,
  FileText,
  HeartPulse,
  Image,
  Inbox,
  KeyRound,
  Link2,
  ListTodo,
  type LucideIcon,
  Menu,
  MessageSquareText,
  Palette,
  PhoneCall,
  ScrollText,
  Send,
  ShieldCheck,
  Tags,
  Users,
} from 'lucide-react';
import type { StudioClient } from '../../contract/studio/client.ts';
import { hasPermission, type Permission, type Role } from '../../contract/studio/permissions.ts';
import { type ScreenPath, screenPermissions } from '../../contract/studio/screens.ts';

/** The groups of the rail, in their order. Today stands above all groups. */
export const railGroups = ['Write', 'Answer', 'Site', 'Know', 'Run'] as const;

/** A number beside the name of a screen: work that waits for the user. */
interface RailCount {
  /** The permission of the operation that counts. */
  permission: Permission;
  /** What is counted, after the number. */
  noun: string;
  load(client: StudioClient): Promise<number>;
}

export const railCounts = {
  reviews: {
    permission: 'publish',
    noun: 'waiting for review',
    load: async (client) => (await client.call('reviews', { state: 'SUBMITTED', size: 1 })).total,
  },
  outbox: {
    permission: 'read-messages',
    noun: 'to look at',
    load: async (client) => {
      const { refused, givenUp, undelivered, unmatched } = await client.call('outboxCounts', {});
      return refused + givenUp + undelivered + unmatched;
    },
  },
  messages: {
    permission: 'read-messages',
    noun: 'open messages',
    load: async (client) => (await client.call('messageCounts', {})).open,
  },
} as const satisfies Record<string, RailCount>;

export type RailCountName = keyof typeof railCounts;

export interface RailItem {
  /** The path of the screen below `/studio`. Its permission in `screenPermissions` decides who sees the item. */
  path: ScreenPath;
  label: string;
  icon: LucideIcon;
  group: (typeof railGroups)[number] | null;
  count?: RailCountName;
  /** The rank in the bar of a phone, which has room for four screens. The others are behind More. */
  phoneRank?: number;
}

/** The rows of the rail. A new screen adds its row here. */
const railItems = [
  { path: '', label: 'Today', icon: ListTodo, group: null, count: 'reviews', phoneRank: 1 },
  { path: 'content', label: 'Content', icon: FileText, group: 'Write', phoneRank: 2 },
  { path: 'calendar', label: 'Calendar', icon: CalendarDays, group: 'Write', phoneRank: 4 },
  { path: 'media', label: 'Pictures', icon: Image, group: 'Write', phoneRank: 5 },
  { path: 'inbox', label: 'Inbox', icon: Inbox, group: 'Answer', count: 'messages', phoneRank: 3 },
  { path: 'consultations', label: 'Consultations', icon: PhoneCall, group: 'Answer' },
  { path: 'outbox', label: 'Outbox', icon: Send, group: 'Answer', count: 'outbox' },
  { path: 'privacy', label: 'Privacy', icon: ShieldCheck, group: 'Answer' },
  { path: 'company', label: 'Company', icon: Building2, group: 'Site' },
  { path: 'menus', label: 'Menus', icon: Menu, group: 'Site' },
  { path: 'look', label: 'Look', icon: Palette, group: 'Site' },
  { path: 'forms', label: 'Forms', icon: MessageSquareText, group: 'Site' },
  { path: 'lists', label: 'Lists', icon: Tags, group: 'Site' },
  { path: 'team', label: 'People', icon: Contact, group: 'Site' },
  { path: 'links', label: 'Links', icon: Link2, group: 'Site' },
  { path: 'numbers', label: 'Numbers', icon: ChartColumn, group: 'Know' },
  { path: 'users', label: 'Users', icon: Users, group: 'Run' },
  { path: 'access', label: 'Access', icon: KeyRound, group: 'Run' },
  { path: 'log', label: 'Log', icon: ScrollText, group: 'Run' },
  { path: 'health', label: 'Health', icon: HeartPulse, group: 'Run' },
] as const satisfies readonly RailItem[];

/** The paths of the screens in the rail. */
export type RailPath = (typeof railItems)[number]['path'];

/** Returns whether a role may open a screen. */
export function canOpen(role: Role, path: ScreenPath): boolean {
  const permission: Permission | null = screenPermissions[path];
  return permission === null || hasPermission(role, permission);
}

/** Returns the rows that a role may open. */
export function listRailItems(role: Role): RailItem[] {
  return railItems.filter(({ path }) => canOpen(role, path));
}

export const getRailAddress = ({ path }: RailItem) => (path === '' ? '/studio' : `/studio/${path}`);

/** Loads the counts that a role may see. A count that cannot be loaded is left out, so that the screen is shown. */
export async function loadRailCounts(
  client: StudioClient,
  role: Role,
): Promise<Partial<Record<RailCountName, number>>> {
  const rows = (Object.entries(railCounts) as [RailCountName, RailCount][]).filter(([, { permission }]) =>
    hasPermission(role, permission),
  );
  const counts = await Promise.all(
    rows.map(async ([name, { load }]) => [name, await load(client).catch(() => 0)] as const),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
