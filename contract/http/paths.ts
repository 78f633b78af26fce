// Separate from the schemas, so that a browser can call without loading them. Paths of operations on entries:
// `entry-paths.ts`.

/** Path of every GET operation. */
export const readPaths = {
  categories: '/api/categories/get-categories',
  teamMembers: '/api/wse/team/list/getEnableTeamMember',
  teamByPosition: '/api/wse/team/getList/{position}',
  positions: '/api/wse/enabledPositions',
  personas: '/api/persona/personas/list/enablePersona',
  interests: '/api/persona/interests/list/enableInterest',
  countries: '/api/location/country',
  states: '/api/location/state',
  cities: '/api/location/city',
  search: '/api/search/list',
  recommended: '/api/search/recommended',
  latest: '/api/feed/latest',
  feedItems: '/api/feed/items',
  triviaOfTheDay: '/api/feed/trivia-of-the-day',
  sitemap: '/api/sitemap/list',
  formToken: '/api/form/token',
  receipt: '/api/form/receipt',
  checkEmailPhone: '/api/business/check-email-phone',
  consultationSlots: '/api/consultation/slots',
  consultationHold: '/api/consultation/held',
  consultationDetails: '/api/consultation/details',
  consultationReceipt: '/api/consultation/receipt',
  consultationCalendar: '/api/consultation/calendar',
} as const;

/** Path of every POST operation. */
export const writePaths = {
  prove: '/api/form/prove',
  uploadFiles: '/api/file/upload',
  submitContact: '/api/contact/submit',
  submitEnquiry: '/api/business/business-requests',
  recordView: '/api/user-view-query/create',
  holdConsultation: '/api/consultation/hold',
  bookConsultation: '/api/consultation/book',
  requestConsultation: '/api/consultation/request',
  cancelConsultation: '/api/consultation/cancel',
  confirmConsultation: '/api/consultation/confirm',
  moveConsultation: '/api/consultation/move',
} as const;

export const paths = { ...readPaths, ...writePaths };

/** The part of a multipart body to `uploadFiles` that holds a file, as often as there are files. */
export const uploadField = 'file';

export type OperationName = keyof typeof paths;

/**
 * Writes that need no XSRF token, only a page of this site as their origin. A recorded view changes no content. The
 * token's cookie would cost each first view a second request, and would stay on the device of visitors who only read.
 */
export const tokenlessPaths: ReadonlySet<string> = new Set([writePaths.recordView]);
