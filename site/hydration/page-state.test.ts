import { expect, it } from 'vitest';
import { createRenderedTextReplacer, reviveRenderedText } from './page-state.ts';

it('puts a reference in the place of each rendered text, and keeps every other value', () => {
  const data = {
    entry: { html: '<p>Two</p>', title: 'T' },
    hidden: { html: '<p>Three</p>' },
    empty: { html: '' },
    none: null,
    cards: [{ html: '<p>One</p>' }, null, 3],
  };
  const json = JSON.stringify(data, createRenderedTextReplacer(['<p>One</p>', '', '<p>Two</p>']));
  expect(JSON.parse(json)).toEqual({
    ...data,
    entry: { html: { renderedText: 2 }, title: 'T' },
    cards: [{ html: { renderedText: 0 } }, null, 3],
  });
});

it('keeps the values of a form whose field has the name of a reference', () => {
  const values = { renderedText: '999', name: 'Ada' };
  expect(JSON.parse(JSON.stringify({ values }), reviveRenderedText)).toEqual({ values });
});
