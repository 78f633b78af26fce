import type { OperationName } from '../../contract/http/operations.ts';
import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { listAdvisers, saveAdviser, saveConsultationRules, setException } from './advisers/advisers.ts';
import { addDaysOff, importDaysOff, removeDaysOff } from './advisers/days-off.ts';
import { removeFeed, renewFeed } from './advisers/feed.ts';
import { bookForCaller, holdForCaller } from './calendar/book-for-caller.ts';
import {
  cancelAppointment,
  confirmAppointment,
  markNoShow,
  moveAppointment,
  restoreAppointment,
} from './calendar/change.ts';
import { listRange, listTimes, openConsultation } from './calendar/list-range.ts';
import { bookConsultation, getHold, holdSlot } from './consultations/book.ts';
import { getCalendarFile } from './consultations/calendar.ts';
import { cancelConsultation, confirmConsultation, moveConsultation } from './consultations/change.ts';
import { getAppointment, getConsultationReceipt } from './consultations/find.ts';
import { listSlots } from './consultations/list-slots.ts';
import { requestConsultation } from './consultations/request.ts';
import { uploadFiles } from './files/upload.ts';
import { answerMessage, saveAnswerTemplate, settleAnswer } from './inbox/answer-message.ts';
import { changeMessages, markMessages } from './inbox/change-messages.ts';
import { countMessages, listMessageChoices } from './inbox/count-messages.ts';
import { listMessages } from './inbox/list-messages.ts';
import { openMessage } from './inbox/open-message.ts';
import { noteMessage, undoMessageAct } from './inbox/undo-act.ts';
import { countOutbox, listMails } from './outbox/list-mails.ts';
import { previewMail, sendTestMail } from './outbox/preview-mail.ts';
import { releaseRestoredMails, retryMail, retryMails } from './outbox/retry.ts';
import { erasePersonalData } from './privacy/erase.ts';
import { exportPersonalData, planPersonalExport } from './privacy/export.ts';
import { findPersonalData } from './privacy/find.ts';
import { listPrivacyActs } from './privacy/record-act.ts';
import { changeRetention, getRetention, planRetention } from './privacy/retention.ts';
import { storeView } from './record-view.ts';
import { assignReply, dismissReply, listUnmatchedReplies } from './replies/unmatched.ts';
import { acceptProof } from './submissions/accept-proof.ts';
import { getReceipt } from './submissions/store.ts';
import { submitContact, submitEnquiry } from './submissions/submit.ts';

export const messageHandlers = {
  receipt: getReceipt,
  prove: acceptProof,
  uploadFiles,
  submitContact,
  submitEnquiry,
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
} satisfies Partial<Record<OperationName, unknown>>;

export const privacyStudioHandlers = {
  findPersonalData,
  planPersonalExport,
  exportPersonalData,
  erasePersonalData,
  retention: getRetention,
  planRetention,
  changeRetention,
  privacyActs: listPrivacyActs,
} satisfies Partial<Record<StudioOperationName, unknown>>;

export const consultationStudioHandlers = {
  consultations: listRange,
  consultation: openConsultation,
  consultationTimes: listTimes,
  holdForCaller,
  bookForCaller,
  moveAppointment,
  cancelAppointment,
  restoreAppointment,
  confirmAppointment,
  markNoShow,
  advisers: listAdvisers,
  saveAdviser,
  saveConsultationRules,
  setException,
  addDaysOff,
  removeDaysOff,
  importDaysOff,
  renewFeed,
  removeFeed,
} satisfies Partial<Record<StudioOperationName, unknown>>;

export const messageStudioHandlers = {
  listMessages,
  messageCounts: countMessages,
  messageChoices: listMessageChoices,
  openMessage,
  changeMessages,
  undoMessageAct,
  noteMessage,
  markMessages,
  answerMessage,
  saveAnswerTemplate,
  settleAnswer,
} satisfies Partial<Record<StudioOperationName, unknown>>;

export const mailStudioHandlers = {
  mails: listMails,
  outboxCounts: countOutbox,
  retryMail,
  retryMails,
  releaseRestoredMails,
  unmatchedReplies: listUnmatchedReplies,
  assignReply,
  dismissReply,
  previewMail,
  sendTestMail,
} satisfies Partial<Record<StudioOperationName, unknown>>;
