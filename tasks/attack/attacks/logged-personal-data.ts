import { type Attack, Attempts } from '../attack.ts';
import { personalMarker } from '../forms.ts';

/** Searches everything the site has logged for what the attacks before this one sent about people. */
export const loggedPersonalData: Attack = {
  name: 'logged-personal-data',
  run: async (target) => {
    const attempts = new Attempts(target);
    const lines = target.log().split('\n');
    const found = lines.filter(
      (line) => line.includes(personalMarker) || /[?&](?:manage|confirm)=[\w.-]{20}/.test(line),
    );
    attempts.notes.push(`${lines.length} lines of log read`);
    attempts.expect(
      found.length === 0,
      `${found.length} lines hold personal data, the first: ${found[0]?.slice(0, 200)}`,
    );
    return attempts;
  },
};
