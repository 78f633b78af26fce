import { expect, it } from 'vitest';
import { runSiteCommand as run } from '../testing/run-site.ts';
import { setUpCommandDatabase } from '../testing/set-up.ts';

await setUpCommandDatabase();

it('shows and changes hours, rules and days off', async () => {
  const shown = await run('consultation');
  expect([shown.code, shown.output]).toEqual([0, expect.stringMatching(/^zone {6}.*\n[\s\S]*^sun {7}closed$/m)]);
  expect(await run('consultation', 'show')).toEqual(shown);
  const changed = await run('consultation', 'set', 'advisers=3', 'mon=09:00-12:00,13:00-17:00', 'zone=Europe/London');
  expect(changed.output).toContain('zone      Europe/London\n');
  expect(changed.output).toContain('advisers  3\nmon       09:00-12:00,13:00-17:00\n');
  expect((await run('consultation', 'day-off', '2124-12-25', 'Christmas', 'Day')).output).toContain(
    'day off   2124-12-25  Christmas Day\n',
  );
  expect((await run('consultation', 'day-on', '2124-12-25')).output).not.toContain('day off');
});

it.each([
  [['set'], "missing required argument 'rule=value'"],
  [['set', 'colour=blue'], 'colour'],
  [['day-off'], "missing required argument 'day'"],
  [['confirm', '0000-0000'], '0000-0000'],
])('reports the problem with %j, and ends with 1', async (words, message) => {
  const { code, output, errors } = await run('consultation', ...words);
  expect([code, output, errors]).toEqual([1, '', expect.stringContaining(message)]);
});
