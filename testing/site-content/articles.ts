import type { TestEntry } from './entry.ts';

// The blog of the tests' own content, newest first. Some articles contain what a test looks for, which their names say.

type Article = TestEntry<'BLOG'>;

/** Has many headings, a picture, a quotation and lists. */
export const longArticle: Article = {
  slug: 'a-year-in-the-orchard',
  title: 'A year in the orchard, from the first saw to the last crate',
  summary: 'What we do with four thousand apple and pear trees in each season, and how long each piece of work takes.',
  published: '2025-06-02T08:00:00Z',
  updated: '2025-06-20T08:00:00Z',
  category: 'trees',
  author: 'ada',
  keywords: ['orchard', 'seasons', 'pruning', 'harvest'],
  interests: ['pruning', 'weather'],
  fields: {},
  body: `
A tree does one thing at a time. So do we. This is the year as our diary has it, and every [service](/what-we-do/pruning)
that we sell began as a line of it.

## Winter: prune

From December to February the orchard has no leaves, and every branch shows. We take out what is dead, what crosses and
what grows inwards, in this order:

1. dead wood, back to the living
2. branches that rub on each other
3. shoots that grow towards the trunk
   - on young trees, all of them
   - on old trees, every second one

![A trunk with four branches. The branch that crosses another is dashed.](media/branches.svg "The dashed branch goes.")

> Stand back after each cut. A tree that looks right from one side has two more.

## Spring: watch the frost

A blossom dies at two degrees below zero. In April somebody reads the thermometer at four in the morning, and where it
is too cold we light candles between the rows.

### What a candle costs

One candle warms one tree for eight hours. A night takes four hundred of them.

### Who decides

Whoever reads the thermometer. There is no meeting at four in the morning.

## Summer: thin

In June a tree drops what it cannot feed. We take off half of what is left, because four small apples weigh less than
two large ones and take longer to pick.

## Autumn: harvest

Picking begins with the early pears in August and ends with the last apples in November. A picker fills **forty crates**
a day, and *no ladder is moved twice* where the rows are planned well. The figures of each harvest are in
[an infographic](/infographics/the-harvest-in-five-charts).

## What we would do differently

Plant fewer varieties. Nine would do; we have thirty-one, and nobody can tell the last ten apart.
`,
};

/** Has blocks of code in three languages, a footnote and a task list. */
export const articleWithCode: Article = {
  slug: 'a-register-of-trees-in-one-table',
  title: 'A register of trees in one table',
  summary:
    'Every tree of the orchard has a row: where it stands, what it is and when it was grafted. Three queries do the rest.',
  published: '2025-05-12T08:00:00Z',
  category: 'trees',
  author: 'bela',
  keywords: ['register', 'database', 'grafting'],
  interests: ['soil', 'storage'],
  fields: {},
  body: `
We lost a whole row of trees once: they stood where they should, and nobody knew what they were. Since then each tree of
the orchard has a row in a table, and grafting begins with an insert.

## The table

\`\`\`sql
create table trees (
  id bigint generated always as identity primary key,
  variety text not null,          -- as the label says
  row_number integer not null check (row_number > 0),
  grafted_on date
);
select * from trees where grafted_on > date '2020-01-01' order by row_number;
\`\`\`

A tree without a date was here before us.[^older] Grafting without a date is how we lost that row.

## The count

\`\`\`ts
export function countByVariety(trees: readonly Tree[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { variety } of trees) counts.set(variety, (counts.get(variety) ?? 0) + 1);
  return counts;
}
\`\`\`

\`\`\`sh
# Once a week, before anybody is in the orchard.
psql --csv -c 'select variety, count(*) from trees group by variety' > "counts-$(date +%F).csv"
\`\`\`

## What is left to do

- [x] a label on every tree
- [ ] a label that a deer does not eat

[^older]: The oldest was planted in 1911 and still bears. Its variety is written down as "good".
`,
};

/** Has a table that is wider than a phone. */
export const articleWithWideTable: Article = {
  slug: 'every-apple-we-grow',
  title: 'Every apple we grow, and when it is ready',
  summary:
    'Eight varieties of the orchard side by side: when they flower, when we pick them and how long they keep in a cool room.',
  published: '2025-04-07T08:00:00Z',
  category: 'fruit',
  author: 'chi',
  keywords: ['apples', 'varieties', 'harvest'],
  interests: ['markets', 'storage'],
  fields: {},
  body: `
Ask for an apple by what you want to do with it. Everything else is in this table.

## The table

| Variety | Flowers from | Picked from | Keeps until | Weight of one | Good for | Row in the orchard |
| --- | --- | --- | --- | ---: | --- | ---: |
| Early Margaret | 18 April | 25 July | August | 90 g | eating at once | 4 |
| Bramble Russet | 29 April | 20 September | February | 130 g | eating, baking | 9 |
| Greenhill Cooker | 2 May | 5 October | April | 310 g | baking, sauce | 12 |
| Parish Pippin | 25 April | 12 September | December | 140 g | eating | 17 |
| Winter Bell | 6 May | 28 October | May | 180 g | eating, cider | 23 |

## How to read it

An apple keeps until the month that is named, in a room at three degrees. At home it is half of that.
`,
};

const shortArticles: readonly [
  slug: string,
  title: string,
  summary: string,
  category: string,
  interest: string,
  text: string,
][] = [
  [
    'frost-on-the-ninth-of-may',
    'Frost on the ninth of May',
    'One late frost took a third of the pears. What we saw in the orchard, hour by hour, and what we bought afterwards.',
    'trees',
    'weather',
    'At half past four the thermometer in the lowest row of the orchard stood at minus three. By six it was over.',
  ],
  [
    'a-ladder-lasts-ten-years',
    'A ladder lasts ten years',
    'How we look after the ladders of the orchard, and the three faults for which one is taken out of use at once.',
    'trees',
    'pruning',
    'A ladder is looked at before each harvest. We have thirty ladders, and each has a number burnt into its side.',
  ],
  [
    'what-bees-need-from-us',
    'What bees need from us',
    'Forty hives stand in the orchard in May. They need water, a hedge and a week without spraying.',
    'trees',
    'weather',
    'A bee that finds no water in the orchard flies to the neighbours, and the neighbours write to us.',
  ],
  [
    'sorting-pears-by-weight',
    'Sorting pears by weight instead of by eye',
    'A scale sorts a crate of pears in four minutes. Two people took nine, and disagreed about every fifth pear.',
    'fruit',
    'storage',
    'A pear of the orchard weighs between 110 and 260 grams. The scale has five bins, and grafting changes nothing of it.',
  ],
  [
    'juice-cider-vinegar',
    'Juice, cider, vinegar: one press, three bottles',
    'What falls from a tree of the orchard is pressed on the same day. After that it depends on how long you wait.',
    'fruit',
    'markets',
    'Juice is pasteurised in the hour, cider takes until spring, and vinegar is cider of the orchard that was forgotten.',
  ],
  [
    'reading-a-soil-report',
    'Reading a soil report without a degree',
    'Five lines of a soil report matter for an orchard. This is what they say, and what to do about each.',
    'trees',
    'soil',
    'The first line is the acidity. An orchard likes 6.5, and a spade of lime moves a square metre by a tenth.',
  ],
  [
    'a-map-of-every-tree',
    'A map of every tree',
    'We walked the rows of the orchard with a receiver on a pole and found eleven trees that nobody had on paper.',
    'trees',
    'soil',
    'The map of the orchard is right to half a metre, which is less than the width of an apple tree.',
  ],
  [
    'the-shop-on-a-saturday',
    'The shop on a Saturday',
    'Half of what the shop sells in a week, it sells between nine and twelve. How we pack the orchard into two shelves.',
    'fruit',
    'markets',
    'People buy what they can see. The fruit that the orchard has most of stands at the door, and it is not cheaper there.',
  ],
  [
    'one-harvest-without-plastic',
    'One harvest without plastic',
    'We replaced the nets, ties and labels of the orchard by string, wood and pencil for one harvest, and counted the hours.',
    'fruit',
    'storage',
    'The harvest took two days longer. Pencil outlived everything that the orchard had tried before, rain included.',
  ],
];

/** All articles, newest first: two pages of the list. */
export const articles: readonly Article[] = [
  longArticle,
  articleWithCode,
  articleWithWideTable,
  ...shortArticles.map(
    ([slug, title, summary, category, interest, text], index): Article => ({
      slug,
      title,
      summary,
      published: `2024-${String(12 - index).padStart(2, '0')}-03T08:00:00Z`,
      category,
      author: index % 2 ? 'dora' : 'emre',
      keywords: ['orchard'],
      interests: [interest],
      fields: {},
      body: `${text}\n\n## What we learned\n\nLess than we hoped. Ask [us](/contact-us) for the figures, or read on in\n[the register](/blog/${articleWithCode.slug}).\n`,
    }),
  ),
];
