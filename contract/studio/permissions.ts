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

/** All permissions, in the order of the matrix. */
export const permissionNames = Object.keys(permissions) as Permission[];

export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
