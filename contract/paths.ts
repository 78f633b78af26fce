/**
 * Method and path of every operation that is not on entries (for those see `entry-paths.ts`). Apart from the schemas
 * so that a browser can call without loading them.
 */
export const paths = {
  categories: 'GET /api/categories/get-categories',
  teamMembers: 'GET /api/wse/team/list/getEnableTeamMember',
  teamByPosition: 'GET /api/wse/team/getList/{position}',
  positions: 'GET /api/wse/enabledPositions',
  personas: 'GET /api/persona/personas/list/enablePersona',
  interests: 'GET /api/persona/interests/list/enableInterest',
  countries: 'GET /api/location/country',
  states: 'GET /api/location/state',
  cities: 'GET /api/location/city',
  search: 'GET /api/search/list',
  recommended: 'GET /api/search/recommended',
  latest: 'GET /api/feed/latest',
  triviaOfTheDay: 'GET /api/feed/trivia-of-the-day',
  sitemap: 'GET /api/sitemap/list',
  formToken: 'GET /api/form/token',
  receipt: 'GET /api/form/receipt',
  prove: 'POST /api/form/prove',
  uploadFiles: 'POST /api/file/upload',
  submitContact: 'POST /api/contact/submit',
  submitEnquiry: 'POST /api/business/business-requests',
  checkEmailPhone: 'GET /api/business/check-email-phone',
  recordView: 'POST /api/user-view-query/create',
  consultationSlots: 'GET /api/consultation/slots',
  consultationHold: 'GET /api/consultation/held',
  consultationDetails: 'GET /api/consultation/details',
  consultationReceipt: 'GET /api/consultation/receipt',
  holdConsultation: 'POST /api/consultation/hold',
  bookConsultation: 'POST /api/consultation/book',
  requestConsultation: 'POST /api/consultation/request',
  cancelConsultation: 'POST /api/consultation/cancel',
  confirmConsultation: 'POST /api/consultation/confirm',
  consultationCalendar: 'GET /api/consultation/calendar',
  moveConsultation: 'POST /api/consultation/move',
} as const;

export type OperationName = keyof typeof paths;

/**
 * Writes for which coming from a page of this site is enough, without the XSRF pair. A view changes nothing that anyone
 * sees; for the pair's cookie each first view would cost a second request and leave something on a device whose visitor
 * did nothing but read.
 */
export const tokenless: ReadonlySet<OperationName> = new Set<OperationName>(['recordView']);
