import type { z } from 'zod';
import type { StudioOperationName, studioOperations } from '../../contract/studio/operations.ts';
import type { ApiContext, Caller } from '../context.ts';
import { type NewLogRecord, recordReading, recordToLog } from '../log/index.ts';
import { requireActor } from '../people/index.ts';
import type { StudioInput } from './handlers.ts';

type Operations = typeof studioOperations;
type Describe = {
  [N in StudioOperationName]?: (
    input: StudioInput<Operations[N]>,
    answer: z.input<Operations[N]['output']>,
  ) => Omit<NewLogRecord, 'by'> | null;
};

/**
 * The acts that are recorded as a whole: the handler and the record share a transaction. An act that does more, or that
 * must not run in one transaction, calls `recordToLog` itself.
 */
const acts: Describe = {
  addRedirect: (_, { path, target }) => ({ kind: 'redirect.ADD', id: path, facts: { target } }),
  removeRedirect: ({ path }) => ({ kind: 'redirect.REMOVE', id: path }),
  exportRedirects: () => ({ kind: 'redirect.EXPORT' }),
  checkExternalLinks: () => ({ kind: 'link.CHECK' }),
  sendWebhookTest: ({ id }) => ({ kind: 'webhook.TEST', id }),
  sendWebhookAgain: () => ({ kind: 'webhook.SEND_AGAIN' }),
  describePicture: ({ name }) => ({ kind: 'picture.DESCRIBE', id: name }),
  replacePicture: ({ name }) => ({ kind: 'picture.REPLACE', id: name }),
  restorePicture: ({ name }) => ({ kind: 'picture.RESTORE', id: name }),
  removePicture: ({ name }) => ({ kind: 'picture.REMOVE', id: name }),
  saveAnswerTemplate: ({ name }) => ({ kind: 'message.TEMPLATE', facts: { name } }),
  retryMail: () => ({ kind: 'mail.RETRY', facts: { count: 1 } }),
  retryMails: (_, { count }) => ({ kind: 'mail.RETRY', facts: { count } }),
  releaseRestoredMails: (_, { count }) => ({ kind: 'mail.RELEASE', facts: { count } }),
  assignReply: () => ({ kind: 'mail.ASSIGN_REPLY' }),
  dismissReply: () => ({ kind: 'mail.DISMISS_REPLY' }),
  sendTestMail: () => ({ kind: 'mail.TEST' }),
  saveAdviser: (_, { id, name }) => ({ kind: 'consultation.ADVISER', facts: { adviser: id, name } }),
  saveConsultationRules: () => ({ kind: 'consultation.RULES' }),
  setException: ({ day }, { id, name }) => ({ kind: 'consultation.EXCEPTION', facts: { adviser: id, name, day } }),
  addDaysOff: ({ adviser }, { days }) => ({ kind: 'consultation.DAYS_OFF', facts: { adviser, count: days } }),
  importDaysOff: ({ adviser }, { days }) => ({ kind: 'consultation.DAYS_OFF', facts: { adviser, count: days } }),
  removeDaysOff: ({ adviser }, { days }) => ({ kind: 'consultation.REMOVE_DAYS_OFF', facts: { adviser, count: days } }),
  renewFeed: ({ adviser }) => ({ kind: 'consultation.FEED', facts: { name: adviser } }),
  removeFeed: ({ adviser }, { name }) => ({ kind: 'consultation.REMOVE_FEED', facts: { name: name || adviser } }),
  cancelInvitation: ({ email }) => ({ kind: 'user.CANCEL_INVITATION', facts: { name: email } }),
  addPasskey: () => ({ kind: 'user.PASSKEY' }),
  renamePasskey: () => ({ kind: 'user.RENAME_PASSKEY' }),
  removePasskey: () => ({ kind: 'user.REMOVE_PASSKEY' }),
  removePassword: () => ({ kind: 'user.REMOVE_PASSWORD' }),
  removeIdentity: () => ({ kind: 'user.REMOVE_IDENTITY' }),
  newRecoveryCodes: () => ({ kind: 'user.CODES' }),
  verifyBackup: (_, { name }) => ({ kind: 'system.VERIFY', facts: { name } }),
  signOut: () => ({ kind: 'session.SIGN_OUT' }),
  endSession: () => ({ kind: 'session.END' }),
};

const listed: Omit<NewLogRecord, 'by'> = { kind: 'message.LIST' };

/** The operations by which somebody reads personal data of visitors; null where an answer has none. */
const readings: Describe = {
  listMessages: (_, { items }) => (items.length > 0 ? listed : null),
  today: (_, { messages, consultations }) => (messages?.oldest.length || consultations?.length ? listed : null),
  find: (_, { messages }) => (messages.length > 0 ? listed : null),
  consultations: (_, { items }) => (items.length > 0 ? { kind: 'consultation.LIST' } : null),
  openMessage: (_, { reference }) => ({ kind: 'message.READ', id: reference }),
  consultation: ({ id }) => ({ kind: 'consultation.READ', id }),
  mails: () => ({ kind: 'mail.READ' }),
  unmatchedReplies: () => ({ kind: 'mail.READ_REPLIES' }),
};

type Handler = (ctx: ApiContext, input: never, caller: Caller) => Promise<unknown>;
type AnyDescribe = (input: unknown, answer: unknown) => Omit<NewLogRecord, 'by'> | null;

/** Adds the record of the log to the handler of an operation, if it has one. */
export function addRecord(name: StudioOperationName, run: Handler): Handler {
  // The types agree inside of each table; here nobody knows which operation it is.
  const [act, reading] = [acts[name], readings[name]] as (AnyDescribe | undefined)[];
  if (act)
    return (ctx, input, caller) =>
      ctx.db.transaction(async (db) => {
        const answer = await run({ ...ctx, db }, input, caller);
        const record = act(input, answer);
        if (record) await recordToLog({ db }, { by: requireActor(caller).userId, ...record });
        return answer;
      });
  if (reading)
    return async (ctx, input, caller) => {
      const answer = await run(ctx, input, caller);
      const record = reading(input, answer);
      if (record) await recordReading(ctx, { by: requireActor(caller).userId, ...record });
      return answer;
    };
  return run;
}
