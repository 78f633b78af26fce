import type { SelectableType } from '../../contract/content/entry-types.ts';

// The short lists of the tests' own content.

export const testInterests = [
  { slug: 'pruning', label: 'Pruning', description: 'Saws, ladders and which branch goes first.' },
  { slug: 'soil', label: 'Soil', description: 'What stands under a tree and what it lacks.' },
  { slug: 'weather', label: 'Weather', description: 'Frost, rain and the hours of sun in between.' },
  { slug: 'storage', label: 'Storage', description: 'Cool rooms, crates and how long a pear keeps.' },
  { slug: 'markets', label: 'Markets', description: 'Prices, customers and the way to both.' },
] as const;

export type InterestSlug = (typeof testInterests)[number]['slug'];

export const testPersonas: readonly { slug: string; label: string; description: string; interests: InterestSlug[] }[] =
  [
    {
      slug: 'grower',
      label: 'Grower',
      description: 'You look after trees, and you want to know what to do this week.',
      interests: ['pruning', 'soil'],
    },
    {
      slug: 'shopkeeper',
      label: 'Shopkeeper',
      description: 'You sell fruit, and you want to know when it comes and how long it keeps.',
      interests: ['storage', 'markets'],
    },
    {
      slug: 'neighbour',
      label: 'Neighbour',
      description: 'You live beside an orchard, and you want to know what the noise is.',
      interests: ['weather'],
    },
  ];

export const testPositions = [
  { slug: 'trees', label: 'Trees' },
  { slug: 'cold-store', label: 'Cold store' },
  { slug: 'shop', label: 'Shop' },
] as const;

interface Member {
  slug: string;
  name: string;
  position: (typeof testPositions)[number]['slug'];
  role: string;
  joined: number;
  focus: string;
}

export const members: readonly Member[] = [
  {
    slug: 'ada',
    name: 'Ada Whitcombe',
    position: 'trees',
    role: 'Head of trees',
    joined: 2011,
    focus: 'Old varieties',
  },
  { slug: 'bela', name: 'Béla Őry', position: 'cold-store', role: 'Storekeeper', joined: 2014, focus: 'Cold air' },
  { slug: 'chi', name: 'Chi Nwosu', position: 'shop', role: 'Shopkeeper', joined: 2016, focus: 'Saturday mornings' },
  {
    slug: 'dora',
    name: 'Dóra Lindqvist-Martínez',
    position: 'trees',
    role: 'Pruner',
    joined: 2018,
    focus: 'Young trees',
  },
  { slug: 'emre', name: 'Emre Kaya', position: 'trees', role: 'Beekeeper', joined: 2020, focus: 'Bees and hedges' },
  { slug: 'fen', name: 'Fen Li', position: 'cold-store', role: 'Packer', joined: 2023, focus: 'Crates and labels' },
];

interface Category {
  type: SelectableType;
  slug: string;
  name: string;
  description: string;
}

export const testCategories: readonly Category[] = [
  {
    type: 'BLOG',
    slug: 'trees',
    name: 'Trees',
    description: 'Planting, pruning and picking, month by month and row by row.',
  },
  { type: 'BLOG', slug: 'fruit', name: 'Fruit', description: 'What becomes of an apple once it leaves its tree.' },
  {
    type: 'TRIVIA',
    slug: 'numbers',
    name: 'Numbers',
    description: 'Figures of the orchard that are easy to get wrong by a factor of ten.',
  },
  {
    type: 'TRIVIA',
    slug: 'names',
    name: 'Names',
    description: 'Where the words of the orchard come from, and what they meant before.',
  },
  {
    type: 'INFOGRAPHIC',
    slug: 'harvests',
    name: 'Harvests',
    description: 'Tonnes, crates and days of picking, each counted and not guessed.',
  },
  {
    type: 'INFOGRAPHIC',
    slug: 'weather',
    name: 'Weather',
    description: 'Frost, rain and the hours of sun in between, drawn to scale.',
  },
];
