import { z } from 'zod';
import { dateTime, id } from '../forms/text-input.ts';
import type { StudioOperation } from './operation.ts';
import { draftVersion, openedEntry, stateVersion } from './shapes.ts';

/** What can be scheduled: the first appearance of an entry, a text that replaces the shown one, and a withdrawal. */
const scheduleKinds = ['PUBLICATION', 'NEXT_TEXT', 'WITHDRAWAL'] as const;

export type ScheduleKind = (typeof scheduleKinds)[number];

/** Operations on what visitors will see at a later moment. */
export const scheduleOperations = {
  scheduleEntry: {
    method: 'POST',
    summary: 'Publishes the draft at a time',
    permission: 'publish',
    body: z.object({ id, version: draftVersion, at: dateTime }),
    output: openedEntry,
  },
  changeSchedule: {
    method: 'POST',
    summary: 'Moves or cancels (`at`: null) what is scheduled, or schedules a withdrawal',
    permission: 'publish',
    body: z.object({ id, version: stateVersion, kind: z.enum(scheduleKinds), at: dateTime.nullable() }),
    output: openedEntry,
  },
} as const satisfies Record<string, StudioOperation>;
