/** The roles of the Studio's users, from the most to the fewest permissions. */
export const roles = ['OWNER', 'EDITOR', 'AUTHOR', 'OPERATOR', 'READER'] as const;

export type Role = (typeof roles)[number];

export const roleNames: Record<Role, string> = {
  OWNER: 'Owner',
  EDITOR: 'Editor',
  AUTHOR: 'Author',
  OPERATOR: 'Operator',
  READER: 'Reader',
};

/** What each role is for, in one sentence. */
export const roleDescriptions: Record<Role, string> = {
  OWNER: 'Can do everything, and decides who else can.',
  EDITOR: 'Writes, publishes and withdraws everything that visitors read.',
  AUTHOR: 'Writes their own drafts, which an editor publishes.',
  OPERATOR:
    'Answers what visitors write: messages, consultations, and requests about their personal data. Reads the content.',
  READER: 'Reads the content and its drafts.',
};

/**
 * The permission matrix: which roles may do what. Every endpoint of the Studio names one of these permissions. An
 * author's permission to write covers drafts of their own only (`api/content/drafts/save.ts`).
 */
const permissions = {
  /** Ends one's own sessions, adds one's own passkeys. */
  'own-account': ['OWNER', 'EDITOR', 'AUTHOR', 'OPERATOR', 'READER'],
  'read-content': ['OWNER', 'EDITOR', 'AUTHOR', 'OPERATOR', 'READER'],
  'write-drafts': ['OWNER', 'EDITOR', 'AUTHOR'],
  /** Publishes, schedules, withdraws and renames entries. */
  publish: ['OWNER', 'EDITOR'],
  /** Reads what visitors wrote: personal data. */
  'read-messages': ['OWNER', 'OPERATOR'],
  /** Answers messages, and assigns, closes and marks them. */
  'answer-messages': ['OWNER', 'OPERATOR'],
  /** Moves and cancels consultations, books for callers, and sets advisers and hours. */
  'manage-consultations': ['OWNER', 'OPERATOR'],
  'manage-users': ['OWNER'],
  /** Makes and revokes the tokens of programs, and sets webhooks. */
  'manage-access': ['OWNER'],
  /** Finds, exports and erases what is stored about an e-mail address. */
  'manage-privacy': ['OWNER', 'OPERATOR'],
  /** Decides how long messages and mails are kept. */
  'change-retention': ['OWNER'],
  /** Decides whether pages report their speed and the use of forms. */
  'change-measuring': ['OWNER'],
  /** Reads who did what, also who read personal data. */
  'read-log': ['OWNER'],
  /** Sees how the server is, and verifies a backup. */
  'read-health': ['OWNER', 'OPERATOR'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** What each permission lets somebody do, as users read it. */
export const permissionTexts: Record<Permission, string> = {
  'own-account': 'Manage the own passkeys, password and sessions',
  'read-content': 'Read all content, its drafts, and how the site does',
  'write-drafts': 'Write drafts and upload pictures; authors change their own only',
  publish: 'Publish, schedule, withdraw and rename content',
  'read-messages': 'Read what visitors wrote, and the mails to them',
  'answer-messages': 'Answer, assign, close and mark messages',
  'manage-consultations': 'Book, move and cancel consultations, and set hours',
  'manage-users': 'Invite users, change their roles, and end their sessions',
  'manage-access': 'Make tokens for programs, and set webhooks',
  'manage-privacy': 'Find, export and erase what is stored about a person',
  'change-retention': 'Decide how long messages and mails are kept',
  'change-measuring': 'Decide whether pages report how fast they are and how forms are used',
  'read-log': 'Read who did what, also who read personal data',
  'read-health': 'See how the server is, and verify a backup',
};

/** All permissions, in the order of the matrix. */
export const permissionNames = Object.keys(permissions) as Permission[];

/** Returns whether a role has a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** The permissions that no token can have: a program must not sign in, invite anybody, or make further tokens. */
const personalPermissions: readonly Permission[] = ['own-account', 'manage-users', 'manage-access'];

/** The permissions that a token can have as its scopes. */
export const tokenScopes = permissionNames.filter((permission) => !personalPermissions.includes(permission));

/** What somebody may do: a role, which a token limits to its scopes. */
export interface Authority {
  role: Role;
  /** The scopes of the token by which a program acts; null or absent for a person. */
  scopes?: readonly Permission[] | null;
}

/** Returns whether a person, or a program with a token, has a permission. */
export function isPermitted({ role, scopes }: Authority, permission: Permission): boolean {
  if (!hasPermission(role, permission)) return false;
  return scopes == null || (scopes.includes(permission) && tokenScopes.includes(permission));
}
