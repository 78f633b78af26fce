import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { getAttackerAddress } from '../networks.ts';

const bytes = 2 * 1024 * 1024 - 8;
const bodies = ['a&'.repeat(bytes / 2), `a=${'%41'.repeat(bytes / 3)}`];
/** The screens that read forms of strangers; the last one only with the cookie of a session. */
const paths = ['/studio/sign-in', '/studio/set-up', '/studio/join', '/studio/content'];

/** Sends forms of 2 MB to the Studio, also with the cookie of a made-up session. */
export const largeForms: Attack = {
  name: 'large-forms',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const forms = paths.flatMap((path) => bodies.map((body) => ({ path, body })));
    const sent = Array.from({ length: isShort ? 1 : 20 }, () => forms).flat();
    await attackConcurrently(sent.entries(), 4, async ([index, { path, body }]) => {
      const { status } = await attempts.send(
        {
          method: 'POST',
          path,
          headers: [
            ['sec-fetch-site', 'same-origin'],
            ['cookie', 'studio=x'],
            ['content-type', 'application/x-www-form-urlencoded'],
          ],
          body,
        },
        getAttackerAddress(index),
      );
      attempts.expect(status === 413, `${path} answers ${status} to a form of 2 MB.`);
    });
    return attempts;
  },
};
