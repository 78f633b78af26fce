import { type MailName, mailTemplates } from '../../contract/content/mail-templates.ts';
import { toLabel } from '../fields/schema.ts';

export const mailNames = Object.keys(mailTemplates) as MailName[];

/** What people call the mails to visitors: the occasion of each. */
const occasions: { [N in MailName]?: string } = {
  contact: 'Message received',
  enquiry: 'Enquiry received',
  furtherEnquiry: 'Further enquiry',
  request: 'Another time requested',
  booked: 'Consultation booked',
  unconfirmed: 'Confirmation needed',
  moved: 'Consultation moved',
  cancelled: 'Consultation cancelled',
};

export const nameMail = (mail: MailName) => occasions[mail] ?? toLabel(mail);

/** Returns the address of the HTML of a mail, with the words of the draft. */
export const getMailAddress = (mail: string) => `/studio/mails/html?mail=${mail}`;
