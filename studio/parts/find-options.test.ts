import { expect, it } from 'vitest';
import { findNamedOption, findOptions } from './find-options.ts';

const options = [
  { value: 'ada', label: 'Ada Lovelace' },
  { value: 'zoe', label: 'Zoë Adams' },
  { value: 'grace', label: 'Grace Hopper' },
];
const find = (text: string) => findOptions(options, text).map(({ value }) => value);

it.each([
  ['', ['ada', 'zoe', 'grace']],
  ['ad', ['ada', 'zoe']],
  ['ZOE', ['zoe']],
  ['hop', ['grace']],
  ['x', []],
])('%j finds %j', (text, values) => expect(find(text)).toEqual(values));

it('a whole name or slug names an option, a part of one does not', () => {
  expect(findNamedOption(options, ' zoe adams ')?.value).toBe('zoe');
  expect(findNamedOption(options, 'grace')?.value).toBe('grace');
  expect(findNamedOption(options, 'gra')).toBeUndefined();
});
