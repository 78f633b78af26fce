import type { z } from 'zod';
import type { operations } from '../../contract/operations.ts';
import type { OperationName } from '../../contract/paths.ts';
import { listCategories } from '../content/categories/list.ts';
import { listEntryAddresses, listLatestEntries } from '../content/feed/list.ts';
import { listFeedItems } from '../content/feed/list-items.ts';
import { getTriviaOfTheDay } from '../content/feed/trivia-of-the-day.ts';
import { listCities, listCountries, listStates } from '../content/location/list-places.ts';
import { listInterests, listPersonas } from '../content/personas/list.ts';
import { recommendEntries } from '../content/search/recommend.ts';
import { runQueuedSearch } from '../content/search/run-queued-search.ts';
import { listMembers, listMembersByPosition } from '../content/team/list-members.ts';
import { listPositions } from '../content/team/list-positions.ts';
import type { ApiContext, Caller } from '../context.ts';
import { bookConsultation } from '../messages/consultations/book.ts';
import { getCalendarFile } from '../messages/consultations/calendar.ts';
import { cancelConsultation, confirmConsultation, moveConsultation } from '../messages/consultations/change.ts';
import { getAppointment, getConsultationReceipt } from '../messages/consultations/get.ts';
import { getHold, holdSlot } from '../messages/consultations/hold.ts';
import { listSlots } from '../messages/consultations/list-slots.ts';
import { requestConsultation } from '../messages/consultations/request.ts';
import { type ReceivedFile, uploadFiles } from '../messages/files/upload.ts';
import { storeView } from '../messages/page-views/record.ts';
import { acceptProof } from '../messages/submissions/accept-proof.ts';
import { getReceipt } from '../messages/submissions/get-receipt.ts';
import { submitContact } from '../messages/submissions/submit-contact.ts';
import { submitEnquiry } from '../messages/submissions/submit-enquiry.ts';

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
