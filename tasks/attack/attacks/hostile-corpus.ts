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
    let number = 0;
    await forEachAtOnce(requests, 16, async ({ kind, request }) => {
      const { status, headers } = await attempts.send(request, attackerNetwork(number++ % 20_000), 3_000);
      const what = Buffer.isBuffer(request)
        ? request.toString('latin1').slice(0, 120)
        : `${request.method ?? 'GET'} ${request.path.slice(0, 200)} ${String(request.body ?? '').slice(0, 200)}`;
      // A network that asks too often is told so with 429; 503 says that the server is busy, and when to come again.
      const isFine = status < 500 || status === 505 || (status === 503 && headers.has('retry-after'));
      attempts.expect(isFine, `${kind}: ${status} to ${JSON.stringify(what)}`);
    });
    const unanswered = attempts.answers.get(0) ?? 0;
    attempts.notes.push(`${unanswered} without an answer`);
    return attempts;
  },
};
