import type { TestEntry } from './entry.ts';

// The pages of the tests' own content. The product names their slugs (specification, section 2), but for the last,
// which is a page that editors added.

type Page = TestEntry<'PAGE'>;

const facts = [
  { value: '4,012', label: 'trees' },
  { value: '31', label: 'varieties of apples and pears' },
  { value: '1911', label: 'the year in which the oldest tree was planted' },
];

const policy = {
  version: '1.2',
  effective: '2025-01-15',
};

const makePolicyBody = (subject: string) => `
## Who is responsible

Orchard Row, 7 Long Lane, is responsible for ${subject}. Write to [us](/contact-us).

## What it says

| What | Why | How long |
| --- | --- | --- |
| Name and e-mail | to answer you | 24 months |
| The time that you chose | to call you | 24 months |

1. We ask for nothing that we do not need.
2. We pass nothing on.
3. We delete it when the time in the table is over.

## When it changes

The date above changes with it. Earlier versions are in the office of the orchard, in a green folder.
`;

export const pages: readonly Page[] = [
  {
    slug: 'home',
    title: 'Fruit from trees that we know by name',
    summary:
      'Orchard Row grows apples and pears, looks after the orchards of others, and lends out what it learned on the way.',
    order: 1,
    interests: ['pruning', 'markets'],
    fields: {
      lede: 'We look after four thousand trees of our own and as many of our neighbours. Everything we know about an orchard is on this site.',
      facts,
    },
    body: `
## Begin with a walk

An hour between the rows says more about an orchard than any report. [Pruning](/what-we-do/pruning) begins with one.

## Stay as long as you like

Every one of [our plans](/our-plans) ends when you want it to. To talk first, [book a call](/book-a-free-consultation).
`,
  },
  {
    slug: 'about-us',
    title: 'About us',
    summary:
      'Six people and a dog look after the trees, the cool room and the shop of Orchard Row, on one hill and two slopes.',
    order: 2,
    fields: {
      heading: 'Six people who know their trees',
      lede: 'We began with a hill that nobody wanted. It faces south, and it has been an orchard since 1911.',
      facts,
    },
    body: '## The hill\n\nIt is steep, and it drains well.\n\n## The dog\n\nHe keeps the deer of the orchard away, on most days.\n',
  },
  {
    slug: 'why-us',
    title: 'Why us',
    summary:
      'Three things that we claim about our orchard, each with the figure behind it and the way in which it was counted.',
    order: 3,
    fields: {
      lede: 'Three claims, and how each was counted.',
      evidence: [
        {
          claim: 'We come when we say',
          figure: '211 of 214',
          text: 'Visits in a year on the day that was agreed. It rained on three.',
        },
        {
          claim: 'Trees live',
          figure: '99.2 %',
          text: 'Young trees that we planted and that were alive two years later.',
        },
        { claim: 'People stay', figure: '18 of 19', text: 'Owners of an orchard who stayed with us for another year.' },
      ],
    },
    body: '## The three days of rain\n\nWe came on the day after, and charged nothing.\n',
  },
  {
    slug: 'wse-legacy',
    title: 'Our legacy',
    summary:
      'The history of the orchard from 1911 until today: one hill, two floods, a new press and the year of the frost.',
    order: 4,
    fields: {
      heading: 'A hundred years on one hill',
      lede: 'What happened, in order.',
      timeline: [
        { year: 1911, title: 'The first tree', text: 'Somebody planted an apple tree and did not write down which.' },
        {
          year: 1974,
          title: 'The flood',
          text: 'The lower slope was under water for nine days. The pears did not mind.',
        },
        {
          year: 2011,
          title: 'The press',
          text: 'A press of our own. Before that all juice of the orchard was made elsewhere.',
        },
      ],
    },
    body: '## What we kept\n\nThe first tree. It still bears.\n',
  },
  {
    slug: 'contact-us',
    title: 'Contact us',
    summary:
      'Write to Orchard Row about trees, fruit or a bill, and a person answers within one working day, by e-mail or telephone.',
    order: 5,
    fields: { lede: 'Tell us what your trees do, and what they should do instead.' },
    body: '## Where we are\n\n**The house:** 7 Long Lane  \n**The shop:** at the gate of the orchard, on Saturdays\n',
  },
  {
    slug: 'book-a-free-consultation',
    title: 'Book a free consultation',
    summary:
      'Half an hour on the telephone with somebody who looks after an orchard, at a time that suits you, and free of charge.',
    order: 6,
    fields: { lede: 'Thirty minutes with a person who has a ladder.' },
    body: '## What to have at hand\n\nThe age of your trees, and a picture of one of them.\n',
  },
  {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    summary:
      'What the website of Orchard Row keeps about you, for what reason, in which place and for how many months it does so.',
    order: 7,
    fields: { ...policy, lede: 'You can read every page without telling us who you are.' },
    body: makePolicyBody('what you send us'),
  },
  {
    slug: 'terms-of-service',
    title: 'Terms of service',
    summary:
      'The terms for the website of Orchard Row: read it, share it, and pick nothing from our trees without asking us first.',
    order: 8,
    fields: { ...policy, lede: 'These terms cover the website. The fruit has its own.' },
    body: makePolicyBody('this website'),
  },
  {
    slug: 'open-days',
    title: 'Open days',
    summary:
      'Twice a year the gate of the orchard stands open: in May for the blossom, and in October for what came of it.',
    order: 9,
    interests: ['markets'],
    fields: { heading: 'The gate stands open twice a year' },
    body: '## How to get there\n\nOn foot. The lane is narrow. [Write to us](/contact-us) if you cannot walk.\n',
  },
];
