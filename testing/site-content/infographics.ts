import type { DataSheet } from '../../contract/content/entry-fields.ts';
import type { TestEntry } from './entry.ts';

// The infographics of the tests' own content, newest first. The first has a chart of every kind.

const counted = { title: 'Counted in our orchard', year: 2025 };

const everyKind: DataSheet[] = [
  {
    title: 'Tonnes of each fruit',
    kind: 'bar',
    unit: 'tonnes',
    scale: 'linear',
    columns: ['Fruit', 'Last year', 'This year'],
    rows: [
      ['Apples', 118, 131.5],
      ['Pears', 64, 41],
      ['Plums', 9.5, 12],
      ['Quinces from the hedge along the road', 0.8, 1.2],
    ],
    note: 'The frost of May is the pears.',
    source: { ...counted, url: 'https://orchard.example/harvest' },
  },
  {
    title: 'Crates picked in each week',
    kind: 'column',
    unit: 'crates',
    scale: 'linear',
    columns: ['Week', 'Crates'],
    rows: [
      ['32', 140],
      ['34', 610],
      ['36', 1480],
      ['38', 1725],
      ['40', 930],
      ['42', 205],
    ],
    source: counted,
  },
  {
    title: 'Price of a kilogram over ten years',
    kind: 'line',
    unit: 'euros',
    scale: 'linear',
    columns: ['Year', 'Apples', 'Pears', 'Plums'],
    rows: [
      ['2016', 1.1, 1.4, 2.1],
      ['2019', 1.25, 1.5, 2.2],
      ['2022', 1.6, 1.85, 2.9],
      ['2025', 1.75, 2.4, 2.95],
    ],
    note: 'Plums are dear because they are picked one by one.',
    source: counted,
  },
  {
    title: 'Days a fruit keeps, by temperature',
    kind: 'dot',
    unit: 'days',
    scale: 'log',
    columns: ['Room', 'Apples', 'Pears'],
    rows: [
      ['Kitchen, 20 degrees', 12, 4],
      ['Cellar, 10 degrees', 45, 14],
      ['Cool room, 3 degrees', 160, 70],
      ['Cool room, minus 1 degree', 90, 190],
    ],
    source: { title: 'Computed from the books of the cool room' },
  },
  {
    title: 'Where a hundred apples go',
    kind: 'share',
    unit: 'apples',
    scale: 'linear',
    columns: ['Way', 'Apples'],
    rows: [
      ['Shops', 46],
      ['Our own shop', 21],
      ['Juice', 24],
      ['Pigs', 9],
    ],
    source: counted,
  },
];

function makeTwoSheets(title: string, unit: string, rows: [string, number][]): DataSheet[] {
  const columns = ['What', unit];
  return [
    { title, kind: 'bar', unit, scale: 'linear', columns, rows, source: counted },
    { title: `${title}, as columns`, kind: 'column', unit, scale: 'linear', columns, rows, source: counted },
  ];
}

const shortOnes: readonly [
  slug: string,
  title: string,
  summary: string,
  category: string,
  sheet: string,
  unit: string,
  rows: [string, number][],
][] = [
  [
    'nights-below-zero',
    'Nights below zero',
    'How often the lowest row of the orchard froze in each month of spring, and on which nights we lit candles.',
    'weather',
    'Nights of frost',
    'nights',
    [
      ['March', 14],
      ['April', 5],
      ['May', 1],
    ],
  ],
  [
    'a-crate-on-its-way',
    'A crate on its way',
    'Minutes from the tree to the shelf of a shop: picking, sorting, cooling and the road between them.',
    'harvests',
    'Minutes of each step',
    'minutes',
    [
      ['Picking', 12],
      ['Sorting', 4],
      ['Road', 55],
    ],
  ],
  [
    'rain-by-month',
    'Rain by month',
    'How much rain fell on the orchard in each season, and how much of it the trees would have liked at another time.',
    'weather',
    'Rain',
    'millimetres',
    [
      ['Spring', 160],
      ['Summer', 95],
      ['Autumn', 240],
      ['Winter', 210],
    ],
  ],
  [
    'hours-of-a-harvest',
    'Hours of a harvest',
    'Nine thousand hours of work in the orchard, by what was done in them: picking, carrying, sorting and waiting for rain.',
    'harvests',
    'Hours',
    'hours',
    [
      ['Picking', 6100],
      ['Carrying', 1400],
      ['Sorting', 1100],
      ['Waiting', 400],
    ],
  ],
  [
    'height-of-a-tree',
    'The height of a tree',
    'How high an apple tree of the orchard grows on each of four roots, and how far a ladder has to reach for it.',
    'harvests',
    'Height',
    'metres',
    [
      ['M9', 2.5],
      ['M26', 3.5],
      ['MM106', 5],
      ['Seedling', 9],
    ],
  ],
  [
    'sun-on-two-slopes',
    'Sun on two slopes',
    'Hours of sun on the southern and the northern slope of the orchard, and what they make of the same apple.',
    'weather',
    'Sun',
    'hours a day',
    [
      ['South in June', 14],
      ['North in June', 12],
      ['South in October', 8],
      ['North in October', 3],
    ],
  ],
];

const common = { author: 'chi', keywords: ['orchard', 'figures'] };

export const infographics: readonly TestEntry<'INFOGRAPHIC'>[] = [
  {
    ...common,
    slug: 'the-harvest-in-five-charts',
    title: 'The harvest in five charts',
    summary: 'Tonnes, crates, prices and days in the cool room: one harvest of our orchard in a chart of every kind.',
    published: '2025-05-28T08:00:00Z',
    category: 'harvests',
    interests: ['markets', 'storage'],
    fields: { sheets: everyKind },
    body: '## What to see first\n\nThe pears. One night in May halved them, and the [price](/what-we-do/pruning) followed in August.\n\n## What is not in it\n\nThe hours. A harvest of the orchard takes about nine thousand of them.\n',
  },
  ...shortOnes.map(
    ([slug, title, summary, category, sheet, unit, rows], index): TestEntry<'INFOGRAPHIC'> => ({
      ...common,
      slug,
      title,
      summary,
      published: `2025-0${4 - Math.floor(index / 2)}-${20 - index}T08:00:00Z`,
      category,
      interests: [category === 'weather' ? 'weather' : 'storage'],
      fields: { sheets: makeTwoSheets(sheet, unit, rows) },
      body: `## What it says about the orchard\n\nLess than it seems: one year is one year. Ask for [pruning](/what-we-do/pruning) anyway.\n`,
    }),
  ),
];
