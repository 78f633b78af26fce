import { type Attack, AttackRecorder } from '../attack.ts';
import { personalMarker } from '../forms.ts';

/** Searches the whole log for personal data that the earlier attacks sent. */
export const loggedPersonalData: Attack = {
  name: 'logged-personal-data',
  run: async (target) => {
    const attempts = new AttackRecorder(target);
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
