import { createRandom } from '../../../site/drawings/seeded-random.ts';
import { type Attack, Attempts, forEachAtOnce } from '../attack.ts';
import { hostileRequests } from '../corpus/requests.ts';
import { attackerNetwork } from '../networks.ts';

/** Sends made-up hostile requests of every kind; the same ones each time. */
export const hostileCorpus: Attack = {
  name: 'hostile-corpus',
  run: async (target, isShort) => {
    const attempts = new Attempts(target);
    const requests = hostileRequests(createRandom('hostile-corpus'), isShort ? 1_500 : 50_000);
    const unanswered = new Map<string, number>();
    let number = 0;
    await forEachAtOnce(requests, 16, async ({ kind, request }) => {
      const { status, headers, missing } = await attempts.send(request, attackerNetwork(number++ % 20_000), 3_000);
      if (missing !== null) unanswered.set(kind, (unanswered.get(kind) ?? 0) + 1);
      const what = Buffer.isBuffer(request)
        ? request.toString('latin1').slice(0, 120)
        : `${request.method ?? 'GET'} ${request.path.slice(0, 200)} ${String(request.body ?? '').slice(0, 200)}`;
      // A network that asks too often is told so with 429; 503 says that the server is busy, and when to come again.
      const isFine = status < 500 || status === 505 || (status === 503 && headers.has('retry-after'));
      attempts.expect(isFine, `${kind}: ${status} to ${JSON.stringify(what)}`);
    });
    attempts.notes.push(...[...unanswered].map(([kind, count]) => `${count} of ${kind}`));
    return attempts;
  },
};
