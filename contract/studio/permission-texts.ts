import type { Permission, Role } from './permissions.ts';

// Apart from the matrix, because every screen of the Studio loads that.

/** What each role is for, in one sentence. */
export const roleDescriptions: Record<Role, string> = {
  OWNER: 'Can do everything, and decides who else can.',
  EDITOR: 'Writes, publishes and withdraws everything that visitors read.',
  AUTHOR: 'Writes their own drafts, which an editor publishes.',
  OPERATOR:
    'Answers what visitors write: messages, consultations, and requests about their personal data. Reads the content.',
  READER: 'Reads the content and its drafts.',
};

/** What each permission lets somebody do, as users read it. */
export const permissionTexts: Record<Permission, string> = {
  'own-account': 'Manage their own passkeys, password and sessions',
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
