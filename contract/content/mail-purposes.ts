/** What the company has e-mail addresses for. */
export const mailPurposes = ['enquiries', 'support', 'press', 'privacy', 'careers'] as const;

type Emails = { [P in (typeof mailPurposes)[number]]?: string | undefined };

/** Stands for an address that nobody has set yet: no mail arrives there (RFC 2606). */
const unset = 'hello@example.com';

/** Returns the address to which visitors can write, and from which mails come: the operator's, else the company's. */
export function chooseSupportEmail(operatorEmail: string | undefined, emails: Emails = {}): string {
  return operatorEmail ?? emails.support ?? emails.enquiries ?? unset;
}

/** Returns the address that receives the messages of visitors: the operator's, else the company's for enquiries. */
export function chooseInbox(operatorEmail: string | undefined, emails: Emails = {}): string {
  return operatorEmail ?? emails.enquiries ?? emails.support ?? unset;
}
