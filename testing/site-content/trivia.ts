import type { TestEntry } from './entry.ts';

// The questions of the tests' own content, newest first: two pages of the list.

interface Question {
  slug: string;
  title: string;
  question: string;
  options: string[];
  answer: number;
  why: string;
  category?: string;
}

const questions: readonly Question[] = [
  {
    slug: 'seeds-in-an-apple',
    title: 'Seeds in an apple',
    question: 'How many seeds has an apple, as a rule?',
    options: ['Two', 'Five', 'Ten', 'Twenty'],
    answer: 2,
    why: 'Five chambers with two seeds each. A tree grown from one of them bears other apples than its parent, so an orchard grafts.',
  },
  {
    slug: 'trees-to-the-hectare',
    title: 'Trees to the hectare',
    question: 'How many low apple trees stand on a hectare of a new orchard?',
    options: ['About 100', 'About 400', 'About 3,000'],
    answer: 2,
    why: 'They stand a metre apart. High trees of the old orchards needed ten.',
  },
  {
    slug: 'why-a-pippin',
    title: 'Why a pippin is called one',
    question: 'What did “pippin” mean before it was an apple?',
    options: ['A seed', 'A small boy', 'A round hat'],
    answer: 0,
    why: 'A pippin was an apple tree grown from a pip and not grafted. Few orchards have one that is worth the name.',
    category: 'names',
  },
  {
    slug: 'weight-of-a-full-crate',
    title: 'The weight of a full crate',
    question: 'What does a full crate of apples weigh?',
    options: ['8 kg', '18 kg', '48 kg'],
    answer: 1,
    why: 'Eighteen kilograms is what one person of the orchard carries all day.',
  },
  {
    slug: 'water-for-one-tree',
    title: 'Water for one tree',
    question: 'How much water does a grown apple tree drink on a hot day?',
    options: ['5 litres', '50 litres', '500 litres'],
    answer: 1,
    why: 'About fifty litres, most of which leaves the orchard again through the leaves.',
  },
  {
    slug: 'oldest-word-for-orchard',
    title: 'The oldest word for an orchard',
    question: 'Which two words became “orchard”?',
    options: ['Plant and yard', 'Oak and hard', 'Arch and guard'],
    answer: 0,
    why: 'Old English had “ortgeard”, a yard of plants. The orchard lost its vegetables later.',
    category: 'names',
  },
  {
    slug: 'cold-enough-for-pears',
    title: 'Cold enough for pears',
    question: 'At how many degrees do pears keep longest?',
    options: ['Minus one', 'Four', 'Twelve'],
    answer: 0,
    why: 'At minus one the sugar keeps them from freezing. Apples of the same orchard want three degrees above.',
  },
  {
    slug: 'speed-of-a-picker',
    title: 'The speed of a picker',
    question: 'How many apples does a picker take in a minute?',
    options: ['6', '20', '60'],
    answer: 1,
    why: 'Twenty, with both hands, on a low tree. Ladders halve it in every orchard.',
  },
  {
    slug: 'life-of-a-tree',
    title: 'The life of a tree',
    question: 'For how long does a low apple tree bear well?',
    options: ['5 years', '15 years', '80 years'],
    answer: 1,
    why: 'Fifteen years. A high tree of an old orchard bears for eighty, and begins ten years later.',
  },
  {
    slug: 'bees-in-a-hive',
    title: 'Bees in a hive',
    question: 'How many bees live in a hive in May?',
    options: ['400', '4,000', '40,000'],
    answer: 2,
    why: 'Forty thousand, a third of which are out in the orchard at noon.',
  },
  {
    slug: 'what-a-russet-is',
    title: 'What a russet is',
    question: 'What makes an apple a russet?',
    options: ['Its colour', 'Its skin', 'Its month'],
    answer: 1,
    why: 'A skin like paper. It keeps worms out and water in, and an orchard sells it to people who know.',
    category: 'names',
  },
  {
    slug: 'apples-in-a-litre',
    title: 'Apples in a litre',
    question: 'How many kilograms of apples make a litre of juice?',
    options: ['0.5 kg', '1.5 kg', '5 kg'],
    answer: 1,
    why: 'A kilogram and a half; the rest feeds the pigs behind the orchard.',
  },
  {
    slug: 'the-year-of-the-grafting-knife',
    title: 'The year of the grafting knife',
    question: 'How old is grafting?',
    options: ['About 300 years', 'About 1,000 years', 'Over 2,000 years'],
    answer: 2,
    why: 'Roman authors describe it as old. An orchard of today does nothing else, with a better knife.',
  },
];

export const trivia: readonly TestEntry<'TRIVIA'>[] = questions.map(
  ({ slug, title, question, options, answer, why, category = 'numbers' }, index) => ({
    slug,
    title,
    summary: `${question} Guess first. The answer says how we know it in our orchard.`,
    published: new Date(Date.UTC(2025, 5 - index, 9, 8)).toISOString(),
    category,
    author: 'emre',
    keywords: ['orchard'],
    interests: [index % 2 ? 'markets' : 'soil'],
    fields: { question, options, answer, source: { title: 'Our own diary', url: 'https://orchard.example/diary' } },
    body: `${why}\n\nThe [blog](/blogs) has more of the kind.\n`,
  }),
);
