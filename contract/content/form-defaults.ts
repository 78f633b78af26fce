import type { FormSettings, StoredForms } from './form-schemas.ts';
import { defaultFormWords } from './form-words.ts';
import { type MailName, mailTemplates } from './mail-templates.ts';

const mailWords: Omit<FormSettings['mails'], MailName> = {
  greeting: 'Hello {name},',
  greetingWithoutName: 'Hello,',
  closing: 'If you did not send us anything, someone entered your address by mistake. You can ignore this e-mail.',
};

const answerWords: FormSettings['answers'] = {
  fromName: '{sender} of {company}',
  signature: 'Kind regards,\n{sender}\n{company}',
  templates: [
    {
      name: 'Thank you, more soon',
      text: 'Thank you for your message. We are looking into it and will write again within two working days.',
    },
    {
      name: 'Ask for details',
      text: 'Thank you for your message. So that we can answer you well, please tell us a little more:\n\n- What do you want to achieve?\n- By when?\n- Who else is involved?',
    },
    {
      name: 'Suggest a call',
      text: 'Thank you for your message. This is easier to discuss than to write about. Which times in the next days would suit you for a {consultation}?',
    },
  ],
};

/** Returns the setting with a value for every field. */
export function completeForms(stored: StoredForms): FormSettings {
  const { contact, enquiry, consultation, note, receipt, answers, mails = {} } = stored;
  const named = Object.entries(mailTemplates).map(([name, { subject, text }]) => [
    name,
    { subject, text, ...mails[name as MailName] },
  ]);
  return {
    contact: { ...defaultFormWords.contact, ...contact },
    enquiry: { ...defaultFormWords.enquiry, ...enquiry },
    consultation: { ...defaultFormWords.consultation, ...consultation },
    ...(note ? { note } : {}),
    receipt: { ...defaultFormWords.receipt, ...receipt },
    answers: { ...answerWords, ...answers },
    mails: { ...mailWords, ...mails, ...Object.fromEntries(named) },
  } as FormSettings;
}
