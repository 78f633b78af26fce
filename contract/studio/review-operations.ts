import { z } from 'zod';
import { createPageSchema, createPaging, dateTime, id } from '../forms/text-input.ts';
import type { StudioOperation } from './operation.ts';
import { reviewStates, reviewTextLimit } from './review-states.ts';

const remark = z
  .string()
  .trim()
  .max(reviewTextLimit)
  .regex(/^[^\0]*$/, 'contains a NUL character');

/** A draft that an author submitted for review. */
export const review = z.object({
  state: z.enum(reviewStates),
  /** What the author says to the editors. */
  message: z.string(),
  /** What an editor answers to the author. */
  note: z.string(),
  submittedBy: z.string().nullable(),
  submittedAt: dateTime,
  returnedBy: z.string().nullable(),
  returnedAt: dateTime.nullable(),
  /** Whether the draft was saved again after it was submitted. */
  isChanged: z.boolean(),
});

export const reviewedEntry = review.extend({ id, title: z.string() });

/** Operations by which authors ask editors to publish their drafts. */
export const reviewOperations = {
  reviews: {
    method: 'GET',
    summary: 'Drafts that wait for an editor (the oldest first), or that were sent back to their author (`state`)',
    permission: 'read-content',
    input: z.object({ state: z.enum(reviewStates), ...createPaging(25) }),
    output: createPageSchema(reviewedEntry),
  },
  submitDraft: {
    method: 'POST',
    summary: 'Submits the draft of an entry to the editors; a publication ends the review',
    permission: 'write-drafts',
    body: z.object({ id, message: remark }),
    output: review,
  },
  returnDraft: {
    method: 'POST',
    summary: 'Sends a submitted draft back to its author, with a reason',
    permission: 'publish',
    body: z.object({ id, note: remark.min(1, 'is required') }),
    output: review,
  },
} as const satisfies Record<string, StudioOperation>;

export type Review = z.output<typeof review>;
export type ReviewedEntry = z.output<typeof reviewedEntry>;
