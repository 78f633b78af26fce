import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createContactPost } from '../forms.ts';
import { getAttackerAddress } from '../networks.ts';

const words = 'backup restore postgres kubernetes network latency migration cost incident dns tls storage queue'.split(
  ' ',
);
/** The highest median, in milliseconds, of a form's response time while others search. */
const longestMedian = 500;

function computeMedian(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Keeps 30 connections busy with different searches while visitors send the contact form. */
export const busySearch: Attack = {
  name: 'busy-search',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const times: number[] = [];
    const end = performance.now() + (isShort ? 2_500 : 15_000);
    const searching = attackConcurrently(Array.from({ length: 30 }).keys(), 30, async (connection) => {
      for (let n = 0; performance.now() < end; n++) {
        const q = [connection, connection + n, n * 7].map((at) => words[at % words.length]).join(' ');
        const { status } = await attempts.send(
          { path: `/api/search/list?${new URLSearchParams({ q: `${q} ${n}`, size: '100' })}` },
          getAttackerAddress(connection),
          30_000,
        );
        attempts.expect(status > 0 && (status < 500 || status === 503), `A search answers ${status}.`);
      }
    });
    for (let n = 0; performance.now() < end; n++) {
      const { status, milliseconds } = await attempts.send(createContactPost(), getAttackerAddress(20_000 + n), 30_000);
      times.push(milliseconds);
      attempts.expect(status === 200, `The contact form answers ${status} while others search.`);
    }
    await searching;
    const middle = Math.round(computeMedian(times));
    attempts.notes.push(`contact form: median ${middle} ms, longest ${Math.round(Math.max(...times))} ms`);
    attempts.expect(middle < longestMedian, `The contact form takes ${middle} ms while others search.`);
    return attempts;
  },
};
