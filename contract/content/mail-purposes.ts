/** What the company has e-mail addresses for. */
export const mailPurposes = ['enquiries', 'support', 'press', 'privacy', 'careers'] as const;
