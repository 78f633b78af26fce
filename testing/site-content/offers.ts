import type { Schematic } from '../../contract/content/entry-fields.ts';
import type { TestEntry } from './entry.ts';

// What the company of the tests' own content sells: services, plans, microservices and apps, in their order.

const wayOfAnApple: Schematic = {
  nodes: [
    { id: 'tree', label: 'Tree', column: 0 },
    { id: 'crate', label: 'Crate', column: 1 },
    { id: 'scale', label: 'Scale', column: 2 },
    { id: 'press', label: 'Press', column: 2 },
    { id: 'room', label: 'Cool room', column: 3 },
    { id: 'shop', label: 'Shop', column: 4 },
  ],
  links: [
    ['tree', 'crate', 'by hand'],
    ['crate', 'scale', '18 kg'],
    ['crate', 'press'],
    ['scale', 'room', 'at 3 degrees'],
    ['room', 'shop'],
    ['press', 'shop', 'bottles'],
  ],
};

const wayOfAReading: Schematic = {
  nodes: [
    { id: 'sensor', label: 'Sensor', column: 0 },
    { id: 'mast', label: 'Mast', column: 1 },
    { id: 'register', label: 'Register', column: 2 },
    { id: 'phone', label: 'Telephone', column: 3 },
  ],
  links: [
    ['sensor', 'mast', 'radio'],
    ['mast', 'register'],
    ['register', 'phone', 'alarm'],
  ],
};

const faqs = [
  { question: 'Do you come on Sundays?', answer: 'In the harvest, yes. Trees do not know what day it is.' },
  { question: 'What if it rains?', answer: 'We come a day later and charge nothing for the day that it rained.' },
];

function makeService(
  order: number,
  slug: string,
  title: string,
  summary: string,
  tagline: string,
  interests: string[],
): TestEntry<'SERVICE'> {
  return {
    slug,
    title,
    summary,
    order,
    author: 'ada',
    keywords: ['orchard', title.toLowerCase()],
    interests,
    fields: {
      tagline,
      deliverables: [
        'A walk through every row with you',
        'A list of what to do, by week',
        'The same list a year later',
      ],
      steps: [
        { title: 'Walk', text: 'We walk through your orchard and count. You say what you expect of it.' },
        { title: 'Plan', text: 'You get a plan by week, with the hours and the price of each line.' },
        { title: 'Work', text: 'Two of us come, with ladders, and leave the rows as we found them.' },
      ],
      figures: [
        { value: '€ 1,900', label: 'for a hectare, ladders included' },
        { value: '3 days', label: 'from the walk to the plan' },
      ],
      microservices: ['tree-register', 'frost-alarm'],
      plans: ['one-hectare', 'ten-hectares'],
      faqs,
      schematic: wayOfAnApple,
    },
    body: `## What you get

${summary} The orchard stays yours, and so do the list and the labels.

| Part | Time | Who |
| --- | --- | --- |
| Walk | one morning | two of us and you |
| Plan | three days | one of us |
| Work | by the hectare | two of us |

## What you do not get

Promises about the weather. See [nights below zero](/infographics/nights-below-zero).
`,
  };
}

export const services: readonly TestEntry<'SERVICE'>[] = [
  makeService(
    1,
    'pruning',
    'Pruning',
    'We prune apple and pear trees in winter, row by row, and show you on three of them how to go on without us.',
    'The right branch first, and the saw second.',
    ['pruning'],
  ),
  makeService(
    2,
    'replanting',
    'Replanting',
    'We replace the rows of an old orchard one by one, so that a harvest is never missing, and keep the varieties you like.',
    'A new orchard without a year off.',
    ['soil', 'pruning'],
  ),
  makeService(
    3,
    'cool-rooms',
    'Cool rooms',
    'We plan and run cool rooms for fruit: the right temperature for each variety, an alarm at night and a person who comes.',
    'Apples in May, from the same orchard.',
    ['storage', 'weather'],
  ),
];

function makePlan(
  order: number,
  slug: string,
  title: string,
  monthly: number,
  hectares: string,
  extra: boolean,
): TestEntry<'PLAN'> {
  return {
    slug,
    title,
    summary: `${hectares} of orchard looked after for a year: pruning, thinning and the harvest, at one price a month.`,
    order,
    keywords: ['orchard', 'plan', 'price'],
    interests: ['markets'],
    fields: {
      tagline: `For ${hectares} and nothing beyond.`,
      monthly,
      yearly: monthly * 10,
      currency: 'EUR',
      audience: `Owners of ${hectares}`,
      highlights: [
        'A visit every month',
        'The harvest in your own crates',
        extra ? 'An alarm for frost' : 'Advice by post',
      ],
      limits: [
        { group: 'Land', name: 'Hectares', value: hectares },
        { group: 'Land', name: 'Trees labelled', value: extra },
        { group: 'People', name: 'Visits in a year', value: extra ? '24' : '12' },
        { group: 'People', name: 'Somebody answers at night', value: extra },
      ],
      featured: extra,
      faqs,
    },
    body: `## What you get\n\n${hectares} of your orchard, every month of the year.\n\n## Where it stops\n\nAt the hedge. Ask for [pruning](/what-we-do/pruning) alone if that is all you need.\n`,
  };
}

export const plans: readonly TestEntry<'PLAN'>[] = [
  makePlan(1, 'one-hectare', 'One hectare', 240, 'one hectare', false),
  makePlan(2, 'ten-hectares', 'Ten hectares', 1900, 'ten hectares', true),
];

function makeMicroservice(
  order: number,
  slug: string,
  title: string,
  tagline: string,
  dependsOn: string[],
): TestEntry<'MICROSERVICE'> {
  const path = `/v1/${slug}`;
  return {
    slug,
    title,
    summary: `${tagline} A small program with an address of its own, a limit for everything and one orchard behind it.`,
    order,
    author: 'bela',
    keywords: ['orchard', slug],
    interests: ['weather', 'storage'],
    fields: {
      tagline,
      protocols: ['REST', 'MQTT'],
      endpoints: [
        { method: 'GET', path, purpose: 'Read what is known of all trees, page by page' },
        { method: 'POST', path: `${path}/readings`, purpose: 'Add up to 100 readings of one mast' },
        {
          method: 'GET',
          path: `${path}/{tree}/history`,
          purpose: 'Read every change of one tree since it was planted',
        },
      ],
      limits: [
        { name: 'Request rate', value: '20 a second' },
        { name: 'Request size', value: '64 kB' },
      ],
      dependsOn,
      version: '1.4.0',
      schematic: wayOfAReading,
    },
    body: `## What it does

It keeps the readings of every mast in the orchard, and answers questions about one tree or all of them.

\`\`\`sh
curl -s https://api.orchard.example${path} -H "Authorization: Bearer $TOKEN" | head -c 200
\`\`\`

\`\`\`json
{"trees": 4012, "oldest": "1911-03-02", "next": "/v1/${slug}?after=100"}
\`\`\`
`,
  };
}

export const microservices: readonly TestEntry<'MICROSERVICE'>[] = [
  makeMicroservice(1, 'tree-register', 'Tree register', 'Knows every tree by its row.', []),
  makeMicroservice(2, 'frost-alarm', 'Frost alarm', 'Rings before the blossom freezes.', ['tree-register']),
  makeMicroservice(3, 'picking-queue', 'Picking queue', 'Says which row is ready next.', [
    'tree-register',
    'frost-alarm',
  ]),
];

function makeApp(order: number, slug: string, title: string, tagline: string): TestEntry<'APP'> {
  return {
    slug,
    title,
    summary: `${tagline} A tool that we made for our own orchard, and that you may have as well.`,
    order,
    author: 'fen',
    keywords: ['orchard', slug],
    interests: ['soil', 'storage'],
    fields: {
      tagline,
      platforms: ['Linux', 'Telephones'],
      version: '2.1.0',
      released: '2025-02-03',
      licence: 'MIT',
      price: 'Free',
      applicationCategory: 'BusinessApplication',
      features: [
        { title: 'Works in the rain', text: 'Large buttons, and nothing that has to be typed.' },
        { title: 'Works without a network', text: 'What you count is kept, and sent when you are back at the house.' },
        { title: 'Says what it keeps', text: 'Rows, trees and days. No names of pickers.' },
      ],
      faqs,
    },
    body: `## How it is used\n\nStart ${title}, walk along a row of the orchard and press once for each tree.\n\n\`\`\`sh\n${slug} count --row 12 --fruit apples\n\`\`\`\n`,
  };
}

export const apps: readonly TestEntry<'APP'>[] = [
  makeApp(1, 'tally', 'Tally', 'Counts trees while you walk.'),
  makeApp(2, 'ladder-book', 'Ladder book', 'Remembers when each ladder was looked at.'),
];
