import type { OperationName } from './operations.ts';

/**
 * The operations that browsers of visitors call, and when. A test compares the names with the calls in the code of the
 * site. All requests of public pages go to the site itself.
 */
export const browserRequests = {
  settings: 'when the next page is opened without a full load',
  categories: 'when a list is opened without a full load',
  personas: 'when a page with personas or a form is opened without a full load',
  interests: 'when a page with interests or a form is opened without a full load',
  positions: 'when the team is shown',
  teamMembers: 'when the team is shown',
  teamByPosition: 'when a part of the team is chosen',
  triviaOfTheDay: 'when Home is opened without a full load',
  recommended: 'when Home shows what fits the stored interests; sends their names',
  search: 'while a visitor types in the search; sends the text',
  recordView: 'when an entry is opened; sends its name, the search that led to it and, after consent, the identifier',
  recordEvents:
    'while an owner has pages measured, when a page is left; sends the page, how fast it was and which field of a form was used last, not after a refusal',
  countries: 'when a form asks for a country',
  states: 'when a form asks for a region; sends the country',
  cities: 'while a visitor types a city; sends its beginning',
  checkEmailPhone: 'when an enquiry is sent; sends the e-mail address and the telephone number',
  formToken: 'when a form is sent, for the cookie XSRF-TOKEN',
  prove: 'when a form is sent again after many forms of one network',
  uploadFiles: 'when a visitor adds files to a form; sends them',
  submitContact: 'when the contact form is sent; sends what was typed',
  submitEnquiry: 'when an enquiry is sent; sends what was typed',
  receipt: 'after a form, to say that it has arrived',
  consultationSlots: 'when free times are shown',
  consultationHold: 'while a chosen time is kept for a visitor',
  consultationDetails: 'when an appointment is opened by its link',
  consultationReceipt: 'after a booking, to say when it is',
  holdConsultation: 'when a time is chosen',
  bookConsultation: 'when a consultation is booked; sends what was typed',
  requestConsultation: 'when a consultation is asked for without a time; sends what was typed',
  cancelConsultation: 'when an appointment is cancelled',
  moveConsultation: 'when an appointment is moved',
  confirmConsultation: 'when an appointment is confirmed by its link',
} as const satisfies Partial<Record<OperationName, string>>;
