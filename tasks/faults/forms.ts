import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../api/db/connect.ts';
import { submissions } from '../../api/db/tables.ts';
import { type Acknowledged, makeVisitor, sendUntilAcknowledged } from '../no-lost-enquiry/visitors.ts';

/** A stream of forms; each visitor sends again until a server has acknowledged the form. */
export interface FormStream {
  acknowledged: Acknowledged[];
  refused: string[];
  /** Sends no new forms and waits for those under way. */
  stop(): Promise<void>;
}

let visitors = 0;

/** Sends so many forms a second, to each of the addresses in turn. */
export function startForms(addresses: readonly string[], perSecond: number): FormStream {
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  const underWay = new Set<Promise<void>>();
  let isStopped = false;
  async function run(): Promise<void> {
    while (!isStopped) {
      visitors += 1;
      const visitor = makeVisitor(visitors);
      const sending = sendUntilAcknowledged(addresses[visitors % addresses.length] ?? '', visitor)
        .then((answer) => void acknowledged.push(answer))
        .catch((error: unknown) => void refused.push(String(error)))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
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
      await Promise.all(underWay);
    },
  };
}

/** Counts acknowledged forms that the database does not hold under the reference that the visitor was told. */
export async function countLost(db: Database, acknowledged: readonly Acknowledged[]): Promise<number> {
  const rows = await db.select({ key: submissions.idempotencyKey, reference: submissions.reference }).from(submissions);
  const stored = new Map(rows.map(({ key, reference }) => [key, reference]));
  return acknowledged.filter(({ key, reference }) => stored.get(key) !== reference).length;
}
