/** What the company has e-mail addresses for. */
export const mailPurposes = ['enquiries', 'support', 'press', 'privacy', 'careers'] as const;

type Emails = { [P in (typeof mailPurposes)[number]]?: string | undefined };

/** Stands for an address that nobody has set yet: no mail arrives there (RFC 2606). */
const unset = 'hello@example.com';

/** Returns the address to which visitors can write: the operator's, else one of the company's. */
export function chooseSupportEmail(set: string | undefined, emails: Emails = {}): string {
  return set ?? emails.support ?? emails.enquiries ?? unset;
}

/** Returns the address that receives the messages of visitors: the operator's, else one of the company's. */
export function chooseInbox(set: string | undefined, emails: Emails = {}): string {
  return set ?? emails.enquiries ?? emails.support ?? unset;
}
