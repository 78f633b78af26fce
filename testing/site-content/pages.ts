import type { TestEntry } from './entry.ts';

// The pages of the tests' own content. The product names their slugs (specification, section 2), but for
// `open-days`, which is a page that editors added.

type Page = TestEntry<'PAGE'>;

type Section = NonNullable<Page['fields']['sections']>[number];
type Unfinished<S> = S extends Section ? Omit<S, 'tone' | 'shown'> & Partial<Pick<S, 'tone'>> : never;

function makeText(text: string, options: { title?: string; tone?: 'dark'; contents?: boolean } = {}) {
  return { id: 'text', kind: 'text', contents: false, ...options, text } as const;
}

const mail = { label: 'help@orchard.example', target: 'mailto:help@orchard.example' };
const call = { label: 'Book a free consultation', target: '/book-a-free-consultation' };
const station = { caption: 'A row of trees', target: '/what-we-do/pruning' };
const compare = 'Compare all plans side by side';

const action: Unfinished<Section> = {
  id: 'next',
  kind: 'action',
  title: 'Talk it over with an engineer',
  text: 'A first conversation is free and commits you to nothing.',
  tone: 'dark',
  actions: [call, { label: 'Contact us', target: '/contact-us' }],
};

const facts = [
  { value: '4,012', label: 'trees' },
  { value: '31', label: 'varieties of apples and pears' },
  { value: '1911', label: 'the year in which the oldest tree was planted' },
];

const makePolicy = (subject: string, more: Unfinished<Section>[] = []) => ({
  ...{ version: '1.2', effective: '2025-01-15' },
  sections: [makeText(writePolicy(subject), { contents: true }), ...more],
});

const writePolicy = (subject: string) => `
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

interface WrittenPage extends Omit<Page, 'order' | 'body' | 'fields'> {
  fields: Omit<Page['fields'], 'sections'> & { sections: Unfinished<Section>[] };
}

const written: WrittenPage[] = [
  {
    slug: 'home',
    title: 'Fruit from trees that we know by name',
    summary:
      'Orchard Row grows apples and pears, looks after the orchards of others, and lends out what it learned on the way.',
    interests: ['pruning', 'markets'],
    fields: {
      sections: [
        {
          id: 'hero',
          kind: 'hero',
          heading: 'Fruit from trees that we know by name',
          lede: 'We look after four thousand trees of our own and as many of our neighbours. Everything we know about an orchard is on this site.',
          actions: [call, { label: 'See what we do', target: '/what-we-do' }],
          art: {
            kind: 'request',
            description:
              'A basket of apples on its way from the tree to the table. Each part links to what we do there.',
            hint: 'Each part is a link',
            visitor: 'Somebody is hungry',
            measure: ['one apple', 'a day'],
            stations: (['edge', 'gate', 'services', 'data', 'standby'] as const).map((place) => ({
              place,
              ...station,
            })),
          },
          facts,
        },
        { id: 'services', kind: 'entries', title: 'What we do', lists: [{ type: 'SERVICE', count: 24, as: 'index' }] },
        { id: 'search', kind: 'search', title: 'Search everything we have written', anchor: 'search' },
        { id: 'plans', kind: 'plans', title: 'Plans and prices', as: 'highlights', more: compare },
        {
          id: 'new',
          kind: 'entries',
          title: 'What is new',
          lists: [
            { type: 'BLOG', count: 4, as: 'lead', more: 'All blogs' },
            { type: 'TRIVIA', count: 4, as: 'rows', more: 'All trivia' },
            { type: 'INFOGRAPHIC', count: 2, as: 'cards', more: 'All infographics' },
          ],
        },
        { id: 'quiz', kind: 'quiz', title: 'Question of the day', anchor: 'trivia' },
        { id: 'picks', kind: 'picks', title: 'Picked for you', anchor: 'recommended' },
        makeText(
          `
## Begin with a walk

An hour between the rows says more about an orchard than any report. [Pruning](/what-we-do/pruning) begins with one.

## Stay as long as you like

Every one of [our plans](/our-plans) ends when you want it to. To talk first, [book a call](/book-a-free-consultation).
`,
          { title: 'How we work', tone: 'dark' },
        ),
        { id: 'enquiry', kind: 'form', title: 'Ask us', anchor: 'send-enquiry', form: 'enquiry' },
      ],
    },
  },
  {
    slug: 'about-us',
    title: 'About us',
    summary:
      'Six people and a dog look after the trees, the cool room and the shop of Orchard Row, on one hill and two slopes.',
    fields: {
      heading: 'Six people who know their trees',
      lede: 'We began with a hill that nobody wanted. It faces south, and it has been an orchard since 1911.',
      sections: [
        { id: 'figures', kind: 'figures', title: 'In figures', figures: facts },
        makeText(
          '## The hill\n\nIt is steep, and it drains well.\n\n## The dog\n\nHe keeps the deer of the orchard away, on most days.\n',
          { title: 'Who we are' },
        ),
        { id: 'team', kind: 'people', title: 'The team', anchor: 'team' },
        action,
      ],
    },
  },
  {
    slug: 'why-us',
    title: 'Why us',
    summary:
      'Three things that we claim about our orchard, each with the figure behind it and the way in which it was counted.',
    fields: {
      lede: 'Three claims, and how each was counted.',
      sections: [
        {
          id: 'claims',
          kind: 'claims',
          title: 'The evidence',
          anchor: 'evidence',
          claims: [
            ['We come when we say', '211 of 214', 'Visits in a year on the day that was agreed. It rained on three.'],
            ['Trees live', '99.2 %', 'Young trees that we planted and that were alive two years later.'],
            ['People stay', '18 of 19', 'Owners of an orchard who stayed with us for another year.'],
          ].map(([claim = '', figure = '', text = '']) => ({ claim, figure, text })),
        },
        makeText('## The three days of rain\n\nWe came on the day after, and charged nothing.\n', {
          title: 'The whole account',
        }),
        action,
      ],
    },
  },
  {
    slug: 'wse-legacy',
    title: 'Our legacy',
    summary:
      'The history of the orchard from 1911 until today: one hill, two floods, a new press and the year of the frost.',
    fields: {
      heading: 'A hundred years on one hill',
      lede: 'What happened, in order.',
      sections: [
        {
          id: 'timeline',
          kind: 'timeline',
          title: 'Year by year',
          anchor: 'timeline',
          events: [
            ['1911', 'The first tree', 'Somebody planted an apple tree and did not write down which.'],
            ['1974', 'The flood', 'The lower slope was under water for nine days. The pears did not mind.'],
            ['2011', 'The press', 'A press of our own. Before that all juice of the orchard was made elsewhere.'],
          ].map(([year, title = '', text = '']) => ({ year: Number(year), title, text })),
        },
        makeText('## What we kept\n\nThe first tree. It still bears.\n', { title: 'Looking back' }),
        action,
      ],
    },
  },
  {
    slug: 'contact-us',
    title: 'Contact us',
    summary:
      'Write to Orchard Row about trees, fruit or a bill, and a person answers within one working day, by e-mail or telephone.',
    fields: {
      lede: 'Tell us what your trees do, and what they should do instead.',
      sections: [
        { id: 'form', kind: 'form', title: 'Write to us', anchor: 'write', form: 'contact' },
        {
          id: 'ways',
          kind: 'features',
          title: 'Ways to reach us',
          tone: 'dark',
          features: [
            {
              title: 'By e-mail',
              text: 'A person reads it and the right engineer answers.',
              link: mail,
              mark: 'letter',
            },
            {
              title: 'In a call',
              text: 'Thirty minutes with an engineer, at no charge.',
              link: call,
              mark: 'telephone',
            },
          ],
        },
        makeText(
          '## Where we are\n\n**The house:** 7 Long Lane  \n**The shop:** at the gate of the orchard, on Saturdays\n',
          { title: 'All contact details' },
        ),
      ],
    },
  },
  {
    slug: 'book-a-free-consultation',
    title: 'Book a free consultation',
    summary:
      'Half an hour on the telephone with somebody who looks after an orchard, at a time that suits you, and free of charge.',
    fields: {
      lede: 'Thirty minutes with a person who has a ladder.',
      sections: [
        { id: 'form', kind: 'form', title: 'Choose a time', form: 'consultation' },
        makeText('## What to have at hand\n\nThe age of your trees, and a picture of one of them.\n', {
          title: 'What to expect',
          tone: 'dark',
        }),
      ],
    },
  },
  {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    summary:
      'What the website of Orchard Row keeps about you, for what reason, in which place and for how many months it does so.',
    fields: {
      ...makePolicy('what you send us', [
        { id: 'stored', kind: 'storage', title: 'Stored on this device', anchor: 'stored' },
      ]),
      lede: 'You can read every page without telling us who you are.',
    },
  },
  {
    slug: 'terms-of-service',
    title: 'Terms of service',
    summary:
      'The terms for the website of Orchard Row: read it, share it, and pick nothing from our trees without asking us first.',
    fields: { ...makePolicy('this website'), lede: 'These terms cover the website. The fruit has its own.' },
  },
  {
    slug: 'open-days',
    title: 'Open days',
    summary:
      'Twice a year the gate of the orchard stands open: in May for the blossom, and in October for what came of it.',
    interests: ['markets'],
    fields: {
      heading: 'The gate stands open twice a year',
      sections: [
        makeText(
          '## How to get there\n\nOn foot. The lane is narrow. [Write to us](/contact-us) if you cannot walk.\n',
          { contents: true },
        ),
        action,
      ],
    },
  },
  {
    slug: 'thank-you',
    title: 'Thank you',
    summary:
      'What becomes of a message to Orchard Row, and whom to ask about it while you are waiting for the answer to it.',
    fields: {
      heading: 'Thank you for your interest',
      lede: 'A person reads and answers every message.',
      sections: [{ id: 'receipt', kind: 'form', form: 'receipt' }],
    },
  },
];

export const pages: readonly Page[] = written.map(({ fields, ...page }, at) => {
  const sections = fields.sections.map((section) => ({ tone: 'plain', shown: true, ...section }) as Section);
  return { ...page, order: at + 1, body: '', fields: { ...fields, sections } };
});
