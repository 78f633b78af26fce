import { expect, it } from 'vitest';
import type { PlateFamily, TypeWithPages } from '../../contract/content/entry-types.ts';
import { choosePlateFamily } from './choose-plate-family.ts';

const choose = (type: TypeWithPages, title: string, plate?: PlateFamily) =>
  choosePlateFamily({ type, slug: 'x', title, summary: 'A summary.', fields: { plate } });

it.each([
  ['BLOG', 'Why fibre in one duct is no second path', 'cable'],
  ['BLOG', 'DNS on four networks', 'topology'],
  ['TRIVIA', 'Why the web uses port 80', 'packet'],
  ['APP', 'Restores every backup', 'rack'],
  ['PAGE', 'Outage report', 'timing'],
  ['PLAN', 'Four managed nodes', 'rack'],
] as const)('%s “%s” is shown as %s', (type, title, family) => {
  expect(choose(type, title)).toBe(family);
});

it('the choice of the editor goes first', () => {
  expect(choose('BLOG', 'Fibre in a duct', 'rack')).toBe('rack');
});

it('a text without a known subject has the family of its type, always the same', () => {
  expect(choose('BLOG', 'Äpfel und Birnen')).toBe(choose('BLOG', 'Pears'));
});

it('a plan is never shown as a timing diagram or a message', () => {
  expect(choose('PLAN', 'An hour, a minute and a clock')).toBe('rack');
  expect(choose('PLAN', 'Messages and mail at any address')).toBe('rack');
});
