import type { z } from 'zod';
import type { operations } from '../contract/operations.ts';
import type { OperationName } from '../contract/paths.ts';
import { listCategories } from './categories/list.ts';
import { bookConsultation } from './consultations/book.ts';
import { getCalendarFile } from './consultations/calendar.ts';
import { cancelConsultation, confirmConsultation, moveConsultation } from './consultations/change.ts';
import { getAppointment, getConsultationReceipt } from './consultations/get.ts';
import { getHold, holdSlot } from './consultations/hold.ts';
import { listSlots } from './consultations/list-slots.ts';
import { requestConsultation } from './consultations/request.ts';
import type { ApiContext, Caller } from './context.ts';
import { listEntryAddresses, listLatestEntries } from './feed/list.ts';
import { listFeedItems } from './feed/list-items.ts';
import { getTriviaOfTheDay } from './feed/trivia-of-the-day.ts';
import { type ReceivedFile, uploadFiles } from './files/upload.ts';
import { listCities, listCountries, listStates } from './location/list-places.ts';
import { listInterests, listPersonas } from './personas/list.ts';
import { recommendEntries } from './search/recommend.ts';
import { runQueuedSearch } from './search/run-queued-search.ts';
import { acceptProof } from './submissions/accept-proof.ts';
import { getReceipt } from './submissions/get-receipt.ts';
import { submitContact } from './submissions/submit-contact.ts';
import { submitEnquiry } from './submissions/submit-enquiry.ts';
import { listMembers, listMembersByPosition } from './team/list-members.ts';
import { listPositions } from './team/list-positions.ts';
import { storeView } from './views/record.ts';

type Operations = typeof operations;
type Input<N extends OperationName> = Operations[N] extends { body: infer B extends z.core.$ZodType }
  ? z.output<B>
  : Operations[N] extends { upload: true }
    ? AsyncIterable<ReceivedFile>
    : z.output<Operations[N]['input']>;
type Handlers = { [N in OperationName]: (ctx: ApiContext, input: Input<N>, caller: Caller) => Promise<unknown> };

/** The handlers of the public operations; those on entries are in `entries/handlers.ts`. */
export const handlers: Handlers = {
  categories: listCategories,
  teamMembers: listMembers,
  teamByPosition: listMembersByPosition,
  positions: listPositions,
  personas: listPersonas,
  interests: listInterests,
  countries: listCountries,
  states: listStates,
  cities: listCities,
  search: runQueuedSearch,
  recommended: recommendEntries,
  latest: listLatestEntries,
  feedItems: listFeedItems,
  triviaOfTheDay: getTriviaOfTheDay,
  sitemap: listEntryAddresses,
  // The transport sets the cookie, see http/guard-writes.ts.
  formToken: async () => ({ error: null }),
  receipt: getReceipt,
  prove: acceptProof,
  uploadFiles,
  submitContact,
  submitEnquiry,
  // A constant answer, without a query: it must not reveal who is known (readings, "The API").
  checkEmailPhone: async () => ({ error: null }),
  recordView: storeView,
  consultationSlots: listSlots,
  consultationHold: getHold,
  consultationDetails: getAppointment,
  consultationReceipt: getConsultationReceipt,
  holdConsultation: holdSlot,
  bookConsultation,
  requestConsultation,
  cancelConsultation,
  moveConsultation,
  confirmConsultation,
  consultationCalendar: getCalendarFile,
};
