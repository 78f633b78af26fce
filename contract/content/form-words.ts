import type { FormWords } from './form-schemas.ts';
import { typesWithEnquiry } from './list-settings.ts';

/**
 * What holds for a field that the setting `forms` leaves out. The words of mails are in `form-defaults.ts`, because
 * browsers load this file.
 */
export const defaultFormWords: FormWords = {
  contact: { message: 'Your message', send: 'Send message' },
  enquiry: {
    open: 'Write an enquiry',
    message: 'Your message',
    send: 'Send enquiry',
    types: [...typesWithEnquiry],
    subjects: [],
    otherSubject: 'Something else',
  },
  consultation: {
    name: 'consultation',
    channel: 'telephone',
    lengthMinutes: 30,
    noticeMinutes: 1_440,
    horizonDays: 30,
    message: 'What you would like to discuss',
    book: 'Book this time',
    times: 'Times that would suit you',
    request: 'Request a time',
  },
  receipt: {
    title: 'Your message has reached us',
    lede: 'Your reference is {reference}. A person will reply.',
    booked: 'Your {consultation} is booked',
    unconfirmed: 'One more step: confirm your time',
    cancelled: 'Your {consultation} has been cancelled',
    next: 'What happens next',
  },
};
