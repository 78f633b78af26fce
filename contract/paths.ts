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
  sitemap: 'GET /api/sitemap/list',
  formToken: 'GET /api/form/token',
  receipt: 'GET /api/form/receipt',
  submitContact: 'POST /api/contact/submit',
  consultationSlots: 'GET /api/consultation/slots',
  consultationHold: 'GET /api/consultation/held',
  consultationDetails: 'GET /api/consultation/details',
  consultationReceipt: 'GET /api/consultation/receipt',
  holdConsultation: 'POST /api/consultation/hold',
  bookConsultation: 'POST /api/consultation/book',
  requestConsultation: 'POST /api/consultation/request',
  cancelConsultation: 'POST /api/consultation/cancel',
  moveConsultation: 'POST /api/consultation/move',
} as const;

export type OperationName = keyof typeof paths;
