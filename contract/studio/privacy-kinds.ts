/** What is recorded of the work with personal data: reading, exporting and erasing it, and how long data is kept. */
export const privacyActKinds = ['FIND', 'EXPORT', 'ERASE', 'RETENTION'] as const;

export type PrivacyActKind = (typeof privacyActKinds)[number];
