import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestUrl } from '../../contract/http/client.ts';
import type { StudioInput, StudioOutput } from '../../contract/studio/client.ts';
import { studioMethods } from '../../contract/studio/methods.table.ts';
import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { getStudioApiPath } from '../../contract/studio/paths.ts';
import { createSessionHeaders } from '../../testing/studio-api.ts';

/** An answer that the server has confirmed, with what its writer had seen. */
export interface ConfirmedAnswer {
  reference: string;
  mailId: number;
  key: string;
  seen: string;
}

/** What people did and the server has confirmed. */
export interface Confirmed {
  answers: ConfirmedAnswer[];
  /** The groups of acts and notes. */
  groups: string[];
  /** Answers that were refused because somebody was faster, or the visitor wrote again. */
  refused: number;
  /** Requests that were repeated because no answer came. */
  repeated: number;
}

class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

/** Calls operations of a site that is killed meanwhile: a request without an answer is repeated as it was. */
export function createCaller(address: string, session: string, confirmed: Confirmed) {
  return async function call<N extends StudioOperationName>(name: N, input: StudioInput<N>): Promise<StudioOutput<N>> {
    const method = studioMethods[name];
    const path = getStudioApiPath(name);
    const url = method === 'GET' ? getRequestUrl(path, input) : path;
    for (let tries = 0; tries < 300; tries += 1) {
      if (tries > 0) confirmed.repeated += 1;
      try {
        const answer = await fetch(address + url, {
          method,
          headers: { ...createSessionHeaders(session), 'content-type': 'application/json' },
          signal: AbortSignal.timeout(10_000),
          ...(method === 'POST' && { body: JSON.stringify(input) }),
        });
        const text = await answer.text();
        if (answer.ok) return JSON.parse(text) as StudioOutput<N>;
        if (answer.status < 500 && answer.status !== 429) throw new Refusal(answer.status, text);
      } catch (error) {
        if (error instanceof Refusal) throw error;
      }
      await sleep(100 + Math.random() * 200);
    }
    throw new Error(`${name} was not answered`);
  };
}

export type Call = ReturnType<typeof createCaller>;

/** Answers a message after the time that a person needs to write. */
async function answer(call: Call, reference: string, confirmed: Confirmed): Promise<void> {
  const { seen, answer: start } = await call('openMessage', { reference });
  await sleep(Math.random() * 60);
  const key = randomUUID();
  const state = Math.random() < 0.5 ? 'DONE' : 'WAITING';
  const input = { reference, subject: start.subject, text: `An answer (${key})`, seen, key, state } as const;
  const { mailId } = await call('answerMessage', input);
  confirmed.answers.push({ reference, mailId, key, seen });
}

/** How many answers a person tries to send: fewer than the limit of a user in ten minutes. Then the person closes. */
const answersOfPerson = 100;

interface Person {
  userId: number;
  answersLeft: number;
}

async function act(call: Call, reference: string, person: Person, confirmed: Confirmed): Promise<void> {
  const kind = Math.random();
  if (kind < 0.15) {
    const { group } = await call('noteMessage', { reference, text: 'Called back.' });
    confirmed.groups.push(group);
    return;
  }
  if (kind > 0.45 && person.answersLeft > 0) {
    person.answersLeft -= 1;
    return answer(call, reference, confirmed);
  }
  const change: StudioInput<'changeMessages'>['change'] =
    kind < 0.3
      ? { kind: 'ASSIGN', to: person.userId }
      : kind < 0.4
        ? { kind: 'TAG', add: [`tag ${Math.ceil(Math.random() * 9)}`] }
        : { kind: 'STATUS', state: 'DONE' };
  const { group } = await call('changeMessages', { references: [reference], change });
  if (group !== null) confirmed.groups.push(group);
  if (kind >= 0.3 && kind < 0.32 && group !== null) await call('undoMessageAct', { group });
}

/** Works through the open messages and the quarantine until nothing is open after `signal` has aborted. */
export async function workAsPerson(
  call: Call,
  userId: number,
  confirmed: Confirmed,
  signal: AbortSignal,
): Promise<void> {
  const person = { userId, answersLeft: answersOfPerson };
  for (;;) {
    const isLast = signal.aborted;
    const { items } = await call('listMessages', { state: 'OPEN', size: 15 });
    const held = await call('listMessages', { state: 'QUARANTINE', size: 15 });
    if (isLast && items.length === 0 && held.items.length === 0) return;
    if (held.items.length > 0) {
      const references = held.items.map(({ reference }) => reference);
      const { group } = await call('changeMessages', { references, change: { kind: 'NOT_SPAM' } });
      if (group !== null) confirmed.groups.push(group);
    }
    // Everybody takes from the same few messages, so that they meet.
    const chosen = items[Math.floor(Math.random() * Math.min(items.length, 6))];
    if (chosen) {
      await call('markMessages', { references: [chosen.reference], isRead: true });
      await act(call, chosen.reference, person, confirmed).catch((error: unknown) => {
        if (!(error instanceof Refusal && error.status === 409)) throw error;
        confirmed.refused += 1;
      });
    } else await sleep(100);
  }
}
