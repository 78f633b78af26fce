import type { Permission } from './permissions.ts';

/**
 * The permission that opening each screen of the Studio needs, by the path below `/studio`; null for the screens of
 * signing in and joining, which are open to everyone. A screen without a row does not compile, and `npm run
 * prove -- studio-access` opens each row. The operations of a screen have permissions of their own (operations.ts).
 */
export const screenPermissions = {
  '': 'read-content',
  'sign-in': null,
  'set-up': null,
  join: null,
  content: 'read-content',
  'content/new/:type': 'read-content',
  'content/bulk': 'read-content',
  'content/bulk/:id': 'read-content',
  'content/deleted': 'read-content',
  'content/:id': 'read-content',
  'content/:id/withdraw': 'publish',
  'content/:id/share': 'read-content',
  'content/:id/delete': 'read-content',
  'content/:id/history': 'read-content',
  'content/:id/history/:range': 'read-content',
  calendar: 'read-content',
  media: 'read-content',
  'media/:name': 'read-content',
  inbox: 'read-messages',
  'inbox/:reference': 'read-messages',
  links: 'read-content',
  'links/not-found': 'read-content',
  redirects: 'read-content',
  outbox: 'read-messages',
  'outbox/replies': 'read-messages',
  mails: 'read-content',
  company: 'read-content',
  menus: 'read-content',
  look: 'read-content',
  forms: 'read-content',
  'forms/lists': 'read-content',
  privacy: 'manage-privacy',
  'privacy/retention': 'manage-privacy',
  'privacy/browsers': 'manage-privacy',
  'privacy/records': 'manage-privacy',
  numbers: 'read-content',
  'numbers/pages': 'read-content',
  'numbers/sources': 'read-content',
  'numbers/searches': 'read-content',
  consultations: 'manage-consultations',
  'consultations/new': 'manage-consultations',
  'consultations/rules': 'manage-consultations',
  'consultations/:id': 'manage-consultations',
  users: 'manage-users',
  'users/:id': 'manage-users',
  access: 'manage-access',
  tokens: 'manage-access',
  webhooks: 'manage-access',
  'webhooks/:id': 'manage-access',
  log: 'read-log',
  health: 'read-health',
  me: 'own-account',
} as const satisfies Record<string, Permission | null>;

/** The path of a screen below `/studio`, with parameters as the router writes them. */
export type ScreenPath = keyof typeof screenPermissions;
