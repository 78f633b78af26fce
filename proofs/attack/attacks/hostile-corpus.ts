import { createRandom } from '../../../site/drawings/seeded-random.ts';
import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createHostileRequests } from '../corpus/requests.ts';
import { getAttackerAddress } from '../networks.ts';

/** Sends generated hostile requests of every kind, the same ones each time. */
export const hostileCorpus: Attack = {
  name: 'hostile-corpus',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const requests = createHostileRequests(createRandom('hostile-corpus'), isShort ? 1_000 : 50_000);
    const unanswered = new Map<string, number>();
    let number = 0;
    await attackConcurrently(requests, 16, async ({ kind, request }) => {
      const address = getAttackerAddress(number++ % 20_000);
      const { status, headers, noResponseReason } = await attempts.send(request, address, 3_000);
      if (noResponseReason !== null) unanswered.set(kind, (unanswered.get(kind) ?? 0) + 1);
      const what = Buffer.isBuffer(request)
        ? request.toString('latin1').slice(0, 120)
        : `${request.method ?? 'GET'} ${request.path.slice(0, 200)} ${String(request.body ?? '').slice(0, 200)}`;
      // 429 reports too many requests from a network, and 503 a busy server, with a time to retry.
      const isFine = status < 500 || status === 505 || (status === 503 && headers.has('retry-after'));
      attempts.expect(isFine, `${kind}: ${status} to ${JSON.stringify(what)}`);
    });
    attempts.notes.push(...[...unanswered].map(([kind, count]) => `${count} of ${kind}`));
    return attempts;
  },
};
