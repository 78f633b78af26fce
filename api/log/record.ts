import {
  type LogArea,
  type LogAreaName,
  type LogFacts,
  type LogKind,
  logAreas,
} from '../../contract/studio/log-kinds.ts';
import type { Context } from '../context.ts';
import { logRecords } from '../db/index.ts';

/** Something that was done, for the log. */
export interface NewLogRecord {
  kind: LogKind;
  /** The id of the user; null: the command line, the server itself, or nobody who is known. */
  by: number | null;
  /** The id of what it was about, as the area of the kind says: of an entry its id, of a message its reference. */
  id?: string | number | null;
  facts?: LogFacts;
}

/**
 * Adds to the log. Call in the transaction of the act, so that the record is stored if and only if the act is:
 *
 *     await recordToLog(tx, { kind: 'entry.PUBLISH', by: actor.userId, id: entry.id, facts: { title } });
 *
 * A new kind is one line of `contract/studio/log-kinds.ts`. The facts never hold a visitor's name, address or words.
 */
export async function recordToLog({ db }: Context, ...records: readonly NewLogRecord[]): Promise<void> {
  if (records.length === 0) return;
  await db.insert(logRecords).values(
    records.map(({ kind, by, id, facts }) => {
      const area: LogArea = logAreas[kind.split('.')[0] as LogAreaName];
      const subject = id == null ? {} : { subjectType: area.subject ?? null, subjectId: String(id) };
      return { kind, doneBy: by, ...subject, ...(facts && { facts }) };
    }),
  );
}
