import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../api/db/connect.ts';
import { submissions } from '../../api/db/tables.ts';
import { openDatabase } from '../../server/database/database.ts';
import { type AcknowledgedMessage, createVisitor, sendUntilAcknowledged } from '../no-lost-enquiry/visitors.ts';

/** A stream of forms. Each visitor retries until a server has acknowledged the form. */
export interface FormStream {
  acknowledged: AcknowledgedMessage[];
  refused: string[];
  /** Stops new forms and waits for the pending ones. */
  stop(): Promise<void>;
}

let visitors = 0;

/** Sends a number of forms a second, to each of the addresses in turn. */
export function startFormStream(addresses: readonly string[], perSecond: number): FormStream {
  const acknowledged: AcknowledgedMessage[] = [];
  const refused: string[] = [];
  const pending = new Set<Promise<void>>();
  let isStopped = false;
  async function run(): Promise<void> {
    while (!isStopped) {
      visitors += 1;
      const visitor = createVisitor(visitors);
      const sending = sendUntilAcknowledged(addresses[visitors % addresses.length] ?? '', visitor)
        .then((answer) => void acknowledged.push(answer))
        .catch((error: unknown) => void refused.push(String(error)))
        .finally(() => pending.delete(sending));
      pending.add(sending);
      await sleep(1_000 / perSecond);
    }
  }
  const running = run();
  return {
    acknowledged,
    refused,
    stop: async () => {
      isStopped = true;
      await running;
      await Promise.all(pending);
    },
  };
}

/** Counts the acknowledged forms that the database does not hold with the reference the visitor received. */
export async function countLost(db: Database, acknowledged: readonly AcknowledgedMessage[]): Promise<number> {
  const rows = await db.select({ key: submissions.idempotencyKey, reference: submissions.reference }).from(submissions);
  const stored = new Map(rows.map(({ key, reference }) => [key, reference]));
  return acknowledged.filter(({ key, reference }) => stored.get(key) !== reference).length;
}

/** Counts the lost forms as `countLost` does, in the embedded database of a site. */
export async function countLostIn(dataDir: string, acknowledged: readonly AcknowledgedMessage[]): Promise<number> {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  const lost = await countLost(database.db, acknowledged);
  await database.close();
  return lost;
}

/** Returns what is wrong with a stream's forms: that none was acknowledged, or that some were lost or refused. */
export function findFormBreaches({ acknowledged, refused }: Omit<FormStream, 'stop'>, lost: number): string[] {
  return [
    ...(acknowledged.length > 0 ? [] : ['no form was acknowledged']),
    ...(lost > 0 ? [`${lost} acknowledged forms are lost`] : []),
    ...refused,
  ];
}
