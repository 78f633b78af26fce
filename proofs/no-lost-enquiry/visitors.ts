import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '../../contract/http/paths.table.ts';
import { fromPage } from '../../testing/sample-forms.ts';

/** The form under test: its address, and the content of one visitor. */
const form = {
  operation: 'submitContact',
  body: (visitor: Visitor) => ({
    name: `Visitor ${visitor.number}`,
    email: visitor.email,
    message: `We run ${visitor.number} racks in two halls and would like to talk about a third one next spring.`,
    key: visitor.key,
  }),
} as const;

const path = paths[form.operation];

/** Milliseconds for one attempt, and for all attempts of a visitor. */
const [attemptTimeout, patience] = [10_000, 120_000];

export interface Visitor {
  number: number;
  email: string;
  key: string;
}

export interface AcknowledgedMessage extends Visitor {
  reference: string;
  /** The number of attempts until the response. */
  tries: number;
}

export function createVisitor(number: number): Visitor {
  return { number, email: `visitor-${number}@example.org`, key: randomUUID() };
}

/** Returns whether a client must send again with the same key: the server failed, or asks to retry later. */
function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** Sends the form until the server has acknowledged it. Rejects if the server says that the form is invalid. */
export async function sendUntilAcknowledged(address: string, visitor: Visitor): Promise<AcknowledgedMessage> {
  const { number } = visitor;
  const headers = {
    ...fromPage,
    'content-type': 'application/json',
    // Each visitor has a /24 of their own, because the limits count by network.
    'x-forwarded-for': `10.${number >> 8}.${number & 255}.1`,
  };
  const body = JSON.stringify(form.body(visitor));
  const givenUpAt = performance.now() + patience;
  for (let tries = 1; performance.now() < givenUpAt; tries += 1) {
    try {
      const signal = AbortSignal.timeout(attemptTimeout);
      const answer = await fetch(address + path, { method: 'POST', headers, body, signal });
      const text = await answer.text();
      if (answer.ok) {
        const { reference, error } = JSON.parse(text) as { reference: string; error: unknown };
        if (error) throw new Refused(`visitor ${number}: ${text}`);
        return { ...visitor, reference, tries };
      }
      if (!isRetryable(answer.status)) throw new Refused(`visitor ${number}: ${answer.status} ${text}`);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    await sleep(100 + Math.random() * 200);
  }
  throw new Refused(`visitor ${number}: no answer within ${patience / 1000} s`);
}

class Refused extends Error {
  override readonly name = 'Refused';
}
