import { expect, it } from 'vitest';
import { type FormStream, findFormBreaches } from './forms.ts';
import { findPageBreaches } from './read-pages.ts';

it('a stream of pages without an answer, or with more failures than allowed, is a breach', () => {
  expect(findPageBreaches({ answered: 0, failed: 0 }, 0.01)).toEqual(['no page was answered']);
  expect(findPageBreaches({ answered: 0, failed: 9 })).toEqual(['no page was answered']);
  expect(findPageBreaches({ answered: 999, failed: 1 })).toEqual(['1 of 1000 pages failed']);
  expect(findPageBreaches({ answered: 999, failed: 1 }, 0.001)).toEqual([]);
  expect(findPageBreaches({ answered: 998, failed: 2 }, 0.001)).toEqual(['2 of 1000 pages failed']);
});

it('a stream without an acknowledged form, or with lost or refused forms, is a breach', () => {
  const acknowledged: FormStream['acknowledged'] = [
    { number: 1, key: 'a key', reference: 'a reference', email: 'eve@example.org', tries: 1 },
  ];
  expect(findFormBreaches({ acknowledged: [], refused: [] }, 0)).toEqual(['no form was acknowledged']);
  expect(findFormBreaches({ acknowledged, refused: [] }, 0)).toEqual([]);
  const found = findFormBreaches({ acknowledged, refused: ['a form was refused'] }, 1);
  expect(found).toEqual(['1 acknowledged forms are lost', 'a form was refused']);
});
