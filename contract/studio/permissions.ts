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
  /** Finds, exports and erases what is stored about an e-mail address. */
  'manage-privacy': ['OWNER', 'OPERATOR'],
  /** Decides how long messages and mails are kept. */
  'change-retention': ['OWNER'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Returns whether a role has a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
