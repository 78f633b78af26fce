import { expect, it } from 'vitest';
import { leaveShownTexts } from './shown-texts.ts';

const markup =
  '<p>Before</p><div data-prose="" class="a"><p>One</p></div><ul></ul><div data-prose="" class="a"><p>Two <b>$&amp;</b></p></div>';

it('leaves a place where a text stands in the page, and the text where it does not', () => {
  const data = {
    page: {
      entry: { html: '<p>Two <b>$&amp;</b></p>', title: 'T' },
      other: { html: '<p>One</p>' },
      hidden: { html: '<p>Three</p>' },
      empty: { html: '' },
      none: null,
      cards: [{ html: '<p>One</p>' }, null, 3],
    },
  };
  expect(leaveShownTexts(data, markup)).toEqual({
    page: {
      entry: { html: 1, title: 'T' },
      other: { html: 0 },
      hidden: { html: '<p>Three</p>' },
      empty: { html: '' },
      none: null,
      cards: [{ html: 0 }, null, 3],
    },
  });
});

it('takes no text for shown that is only the end of another', () => {
  expect(leaveShownTexts({ entry: { html: 'One</p>' } }, markup)).toEqual({ entry: { html: 'One</p>' } });
});
