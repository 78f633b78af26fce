import { z } from 'zod';
import { createListSchema, createWholeNumberInput, dateTime, id } from '../forms/text-input.ts';
import { done } from './account-operations.ts';
import type { StudioOperation } from './operation.ts';

/** The longest life of a link, in days. */
const shareLinkDays = 30;
/** How many valid links an entry may have. */
export const shareLinksOfEntry = 20;

const shareLink = z.object({
  id,
  /** Whether the link shows the version of its creation; else it shows the latest version. */
  isPinned: z.boolean(),
  createdAt: dateTime,
  /** Null for a link that was made on the server. */
  createdBy: z.string().nullable(),
  expiresAt: dateTime,
});

export type ShareLink = z.infer<typeof shareLink>;

/** Operations on the links by which people without an account see an entry before it is published. */
export const shareOperations = {
  shareLinks: {
    method: 'GET',
    summary: 'The valid links to the preview of an entry, newest first; without their keys',
    permission: 'read-content',
    input: z.object({ id: createWholeNumberInput(id) }),
    output: createListSchema(shareLink),
  },
  createShareLink: {
    method: 'POST',
    summary: 'Creates a link to the preview of an entry for people without an account; its key is returned once',
    permission: 'write-drafts',
    body: z.object({ id, days: z.int().min(1).max(shareLinkDays), isPinned: z.boolean() }),
    output: z.object({ address: z.string(), link: shareLink }),
  },
  revokeShareLink: {
    method: 'POST',
    summary: 'Makes a link invalid at once',
    permission: 'write-drafts',
    body: z.object({ id }),
    output: done,
  },
} as const satisfies Record<string, StudioOperation>;
