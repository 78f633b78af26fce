import { expect, it } from 'vitest';
import { splitQuotedText } from './clean-text.ts';

it.each([
  ['a quotation', 'Yes.\n\n> Is it?\n> Ada', '> Is it?\n> Ada'],
  [
    'its introduction',
    'Yes.\n\nOn Mon, 4 Jan 2027 at 09:00, Ada wrote:\n\n> Is it?\n',
    'On Mon, 4 Jan 2027 at 09:00, Ada wrote:\n\n> Is it?\n',
  ],
  [
    'an introduction of two lines',
    'Yes.\n\nOn Mon, 4 Jan 2027 at 09:00,\nAda <ada@example.org> wrote:\n> Is it?',
    'On Mon, 4 Jan 2027 at 09:00,\nAda <ada@example.org> wrote:\n> Is it?',
  ],
  [
    'a German introduction',
    'Ja.\n\nAm 04.01.2027 um 09:00 schrieb Ada:\n> Ist es?',
    'Am 04.01.2027 um 09:00 schrieb Ada:\n> Ist es?',
  ],
  [
    'the head that Outlook writes',
    'Yes.\n\nFrom: Ada <ada@example.org>\nSent: Monday\nTo: Us\nSubject: Hello\n\nIs it?',
    'From: Ada <ada@example.org>\nSent: Monday\nTo: Us\nSubject: Hello\n\nIs it?',
  ],
  ['a line of Outlook', 'Yes.\n\n-----Original Message-----\nanything', '-----Original Message-----\nanything'],
])('folds %s', (_what, text, quoted) => {
  expect(splitQuotedText(text)).toEqual({ text: text.split('\n')[0], quoted });
});

it.each([
  ['no quotation', 'One line.\n\nFrom: here on it is ours.'],
  ['answers between the lines', '> One?\nYes.\n> Two?\nNo.'],
  ['a quotation alone', '> One?\n> Two?'],
  ['a colon at the end', 'We need:\n\n- a plan\n- a price'],
])('folds nothing of a text with %s', (_what, text) => {
  expect(splitQuotedText(text)).toEqual({ text, quoted: '' });
});

it('takes no time for a text of quotations', () => {
  const before = performance.now();
  splitQuotedText('> a\n'.repeat(50_000));
  splitQuotedText(`x\n${'\n>'.repeat(50_000)}`);
  splitQuotedText('From: a\n'.repeat(12_000));
  expect(performance.now() - before).toBeLessThan(1_000);
});
