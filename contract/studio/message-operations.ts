import { z } from 'zod';
import { answerTemplate } from '../content/form-schemas.ts';
import { createPageSizeInput } from '../forms/text-input.ts';
import { messageKinds, messageLimits, messageStates } from './message-kinds.ts';
import {
  createMessageText,
  messageActReport,
  messageChange,
  messageCounts,
  messageReference,
  messageSummary,
  openedMessage,
} from './message-shapes.ts';
import type { StudioOperation } from './operation.ts';

const references = z.array(messageReference).min(1).max(messageLimits.inOneAct);
const person = z.object({ id: z.int(), name: z.string() });

/** The operations by which people read and answer what visitors wrote. */
export const messageOperations = {
  listMessages: {
    method: 'GET',
    summary: 'Messages of visitors, those with the newest words first; without a `state` all but the quarantine',
    permission: 'read-messages',
    input: z.object({
      kind: z.enum(messageKinds).optional(),
      state: z.enum(messageStates).optional(),
      /** `me`, `nobody` or the id of a user. */
      assignee: z
        .string()
        .regex(/^(?:me|nobody|[1-9]\d{0,14})$/)
        .optional(),
      unread: z.enum(['yes']).optional(),
      tag: z.string().trim().max(messageLimits.tag).optional(),
      /** Only messages with a mail that was given up. */
      mail: z.enum(['given-up']).optional(),
      /** Words of the name, address, company, text or reference. */
      q: z.string().trim().max(200).default(''),
      /** The `next` of the page before. */
      after: z
        .string()
        .regex(/^\d{1,18}-\d{1,15}$/)
        .optional(),
      size: createPageSizeInput(50),
    }),
    output: z.object({
      items: z.array(messageSummary),
      /** Where the next page begins; null on the last one. */
      next: z.string().nullable(),
    }),
  },
  messageCounts: {
    method: 'GET',
    summary: 'How many messages need a person, counted up to a thousand',
    permission: 'read-messages',
    output: messageCounts,
  },
  messageChoices: {
    method: 'GET',
    summary: 'The people to whom messages can be assigned, and the tags in use',
    permission: 'read-messages',
    output: z.object({ people: z.array(person), tags: z.array(z.string()) }),
  },
  openMessage: {
    method: 'GET',
    summary: 'A message with everything that happened to it, and what an answer to it begins with',
    permission: 'read-messages',
    input: z.object({ reference: messageReference }),
    output: openedMessage,
  },
  changeMessages: {
    method: 'POST',
    summary: 'Assigns, closes, opens, tags or quarantines exactly these messages, or releases them; one act to undo',
    permission: 'answer-messages',
    body: z.object({ references, change: messageChange }),
    output: messageActReport,
  },
  undoMessageAct: {
    method: 'POST',
    summary: 'Undoes an act on messages, except on those where something newer changed the same',
    permission: 'answer-messages',
    body: z.object({ group: z.uuid() }),
    output: messageActReport,
  },
  noteMessage: {
    method: 'POST',
    summary: 'Adds a note to a message, for colleagues only',
    permission: 'answer-messages',
    body: z.object({ reference: messageReference, text: createMessageText(messageLimits.note) }),
    output: z.object({ group: z.uuid() }),
  },
  markMessages: {
    method: 'POST',
    summary: 'Marks messages as read or unread for the user who is signed in',
    permission: 'read-messages',
    body: z.object({ references, isRead: z.boolean() }),
    output: z.object({ references: z.array(z.string()) }),
  },
  answerMessage: {
    method: 'POST',
    summary:
      'Sends an answer by mail; `conflict` if somebody answered, noted or closed since `seen`. A key is sent once',
    permission: 'answer-messages',
    body: z.object({
      reference: messageReference,
      subject: z
        .string()
        .trim()
        .min(1, 'is required')
        .max(messageLimits.subject)
        .regex(/^\P{Cc}*$/u, 'must be one line'),
      text: createMessageText(messageLimits.answer),
      seen: z.string().max(60),
      key: z.uuid(),
      state: z.enum(['WAITING', 'DONE']).default('WAITING'),
    }),
    output: z.object({ mailId: z.int() }),
    limit: 'answer',
  },
  saveAnswerTemplate: {
    method: 'POST',
    summary: 'Stores a text with which answers can begin, in place of one of the same name; it can be used at once',
    permission: 'answer-messages',
    body: answerTemplate,
    output: z.object({ name: z.string() }),
  },
  settleAnswer: {
    method: 'POST',
    summary: 'Decides about an answer that was given up: it arrived, or it is sent again',
    permission: 'answer-messages',
    body: z.object({ mailId: z.int().min(1), outcome: z.enum(['ARRIVED', 'SEND_AGAIN']) }),
    output: z.object({ reference: z.string() }),
  },
} as const satisfies Record<string, StudioOperation>;
