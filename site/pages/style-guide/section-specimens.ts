import type { RenderedField } from '../../../contract/content/entry-shapes.ts';
import type { Section, SectionOf } from '../../../contract/content/section-schemas.ts';
import { type SectionKind, sectionKinds, sectionRows } from '../../../contract/content/sections.ts';

/** `empty` has the fewest fields, `long` the most, with words and directions that break weak layouts. */
export const specimenSizes = ['empty', 'short', 'long'] as const;
export type SpecimenSize = (typeof specimenSizes)[number];

/** The fields of a specimen. Those that every section has come from its size. */
type Specimen<K extends SectionKind> = Omit<SectionOf<K>, 'id' | 'kind' | 'title' | 'anchor' | 'tone' | 'shown'>;

const longWord = 'Grundstücksverkehrsgenehmigungszuständigkeit';
const arabic = 'يعمل البرج ليلا ونهارا دون توقف';
const words = `A ${longWord} stands between shorter words, so that the line must break inside it or beside it. `;
const paragraph = words.repeat(4).trim();
const picture = 'specimen.svg';
const target = '/contact-us';
const actions = [
  { label: 'Write to somebody who answers', target },
  { label: longWord, target },
];

const fill = <T>(count: number, create: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index + 1));

/** Every second name of a long list is written from right to left. */
const nameOf = (number: number) => (number % 2 ? `${longWord} ${number}` : `${arabic} ${number}`);
const textOf = (number: number) => (number % 2 ? paragraph : `${arabic}. `.repeat(6).trim());

const source = { title: 'Measured at the works', year: 2026 };

/** The specimens of each kind of section. A kind without a row does not compile. */
const specimens: { [K in SectionKind]: Record<SpecimenSize, Specimen<K>> } = {
  hero: {
    empty: { heading: 'An opening' },
    short: {
      heading: 'An opening with a picture',
      lede: 'One sentence below the heading.',
      actions: actions.slice(0, 1),
      art: { kind: 'picture', name: picture },
    },
    long: {
      heading: `${longWord} and what else a heading of 120 characters can say`,
      lede: paragraph,
      actions,
      art: {
        kind: 'schematic',
        schematic: {
          nodes: fill(12, (number) => ({ id: `n${number}`, label: `Station ${number}`, column: (number - 1) % 4 })),
          links: fill(11, (number) => [`n${number}`, `n${number + 1}`, `${number} ms`]),
        },
      },
      facts: fill(8, (number) => ({ value: `${number} 000 000 km`, label: nameOf(number) })),
    },
  },
  text: {
    empty: { text: 'One paragraph.', contents: false },
    short: { text: 'One paragraph.', contents: false, actions: actions.slice(0, 1) },
    long: { text: paragraph, contents: true, actions },
  },
  features: {
    empty: { features: [{ title: 'A feature', text: 'What it does.' }] },
    short: {
      features: [
        { title: 'With a mark', text: 'What it does.', mark: 'clock', link: { label: 'Read on', target } },
        { title: 'With a picture', text: 'What it does.', picture },
      ],
    },
    long: {
      features: fill(12, (number) => ({
        title: nameOf(number),
        text: textOf(number),
        link: { label: longWord, target },
        ...(number % 3 ? { mark: 'lock' as const } : { picture }),
      })),
    },
  },
  figures: {
    empty: { figures: [{ value: '7', label: 'days' }] },
    short: {
      figures: [
        { value: '204 km', label: 'in a millisecond', source },
        { value: '99.95 %', label: 'of every month' },
      ],
    },
    long: {
      figures: fill(8, (number) => ({
        value: `${number} 000 000 000 km`,
        label: nameOf(number),
        source: { ...source, title: `${nameOf(number)} ${number}`, url: target },
      })),
    },
  },
  steps: {
    empty: { steps: [{ title: 'A step', text: 'What happens in it.' }] },
    short: { steps: fill(3, (number) => ({ title: `Step ${number}`, text: 'What happens in it.' })) },
    long: { steps: fill(12, (number) => ({ title: nameOf(number), text: textOf(number) })) },
  },
  timeline: {
    empty: { events: [{ year: 2026, title: 'An event', text: 'What happened.' }] },
    short: {
      events: fill(3, (number) => ({ year: 1996 + 10 * number, title: `Event ${number}`, text: 'It was so.' })),
    },
    long: { events: fill(40, (number) => ({ year: 1900 + 3 * number, title: nameOf(number), text: textOf(number) })) },
  },
  claims: {
    empty: { claims: [{ claim: 'A claim', figure: '12 ms', text: 'How it was measured.' }] },
    short: {
      claims: fill(2, (number) => ({ claim: `Claim ${number}`, figure: '12 ms', text: 'How it was measured.' })),
    },
    long: {
      claims: fill(12, (number) => ({
        claim: nameOf(number),
        figure: `${number} 000 000 000 km`,
        text: textOf(number),
      })),
    },
  },
  quotes: {
    empty: { quotes: [{ text: 'They came when they had said.', name: 'Ada Holm' }] },
    short: {
      quotes: [
        {
          text: 'They came when they had said.',
          name: 'Ada Holm',
          role: 'Owner',
          company: 'Holm & Daughters',
          portrait: picture,
        },
        { text: 'It works.', name: 'Per Lund' },
      ],
    },
    long: {
      quotes: fill(6, (number) => ({
        text: textOf(number),
        name: nameOf(number),
        role: nameOf(number),
        company: nameOf(number + 1),
        portrait: picture,
      })),
    },
  },
  logos: {
    empty: { logos: [{ name: 'Holm & Daughters', picture }] },
    short: { logos: fill(4, (number) => ({ name: `Company ${number}`, picture })) },
    long: { logos: fill(24, (number) => ({ name: nameOf(number), picture, target })) },
  },
  entries: {
    empty: { lists: [{ type: 'BLOG', count: 1, as: 'rows' }] },
    short: { lists: [{ type: 'BLOG', count: 3, as: 'cards', more: 'All articles' }] },
    long: {
      lists: [
        { type: 'SERVICE', count: 24, as: 'index', more: longWord },
        { type: 'BLOG', count: 24, as: 'lead', more: longWord },
        { type: 'TRIVIA', count: 24, as: 'rows', more: longWord },
      ],
    },
  },
  plans: {
    empty: { as: 'comparison' },
    short: { as: 'highlights', more: 'Compare all plans' },
    long: { as: 'comparison', more: longWord },
  },
  people: { empty: {}, short: {}, long: {} },
  quiz: { empty: {}, short: {}, long: {} },
  picks: { empty: {}, short: {}, long: {} },
  search: { empty: {}, short: {}, long: {} },
  questions: {
    empty: { questions: [{ question: 'Does it open without JavaScript?', answer: 'Yes.' }] },
    short: { questions: fill(3, (number) => ({ question: `Question ${number}?`, answer: 'Yes.' })) },
    long: { questions: fill(24, (number) => ({ question: nameOf(number), answer: textOf(number) })) },
  },
  chart: {
    empty: {
      sheet: {
        title: 'Days by place',
        kind: 'bar',
        unit: 'days',
        scale: 'linear',
        columns: ['Place', 'Days'],
        rows: [
          ['Here', 7],
          ['There', 9],
        ],
        source,
      },
    },
    short: {
      sheet: {
        title: 'Calls by year',
        kind: 'line',
        unit: 'calls',
        scale: 'linear',
        columns: ['Year', 'Answered', 'Missed'],
        rows: fill(6, (number) => [`${2020 + number}`, 100 * number, 40 - number]),
        note: 'Fewer calls are missed each year.',
        source,
      },
    },
    long: {
      sheet: {
        title: `${longWord} by place`,
        kind: 'bar',
        unit: 'metres of cable',
        scale: 'linear',
        columns: ['Place', longWord, arabic, 'Others'],
        rows: fill(40, (number) => [nameOf(number), 1000 * number, 700 * number, 40]),
        note: paragraph,
        source: { ...source, title: nameOf(1), url: target },
      },
    },
  },
  picture: {
    empty: { picture: { name: picture } },
    short: { picture: { name: picture, caption: 'A caption.' } },
    long: { picture: { name: picture, caption: `${words}${arabic}` } },
  },
  gallery: {
    empty: { pictures: [{ name: picture }] },
    short: { pictures: fill(3, (number) => ({ name: picture, caption: `Picture ${number}` })) },
    long: { pictures: fill(24, (number) => ({ name: picture, caption: nameOf(number) })) },
  },
  video: {
    empty: { address: 'https://video.example/watch/1' },
    short: { address: 'https://video.example/watch/1', poster: picture, caption: 'A caption.' },
    long: { address: `https://${'video'.repeat(8)}.example/1`, poster: picture, caption: `${words}${arabic}` },
  },
  form: {
    empty: { form: 'receipt' },
    short: { form: 'contact' },
    long: {
      form: 'consultation',
      schedule: fill(8, (number) => ({ value: `${number} minutes`, label: nameOf(number) })),
    },
  },
  action: {
    empty: { actions: actions.slice(0, 1) },
    short: { text: 'One sentence.', actions: actions.slice(0, 1) },
    long: { text: `${words}${arabic}`, actions },
  },
  storage: { empty: {}, short: {}, long: {} },
};

/** What the sections of a size have in common: each size shows another title and another tone. */
const commonFields = {
  empty: () => ({ tone: 'plain' }),
  short: (label) => ({ title: label, tone: 'sunk' }),
  long: (label) => ({ title: `${label} ${longWord} ${arabic}`, tone: 'dark' }),
} satisfies Record<SpecimenSize, (label: string) => Pick<Section, 'title' | 'tone'>>;

/** Returns the specimens of a size, one of each kind, as the sections of one page. */
export function listSpecimens(size: SpecimenSize): Section[] {
  return sectionKinds.map((kind) => {
    const common = { id: kind, kind, shown: true, ...commonFields[size](sectionRows[kind].label) };
    return { ...common, ...specimens[kind][size] } as Section;
  });
}

const pictureHtml = '<figure><img src="/icon.svg" width="512" height="512" alt="A specimen of a picture"></figure>';

function listPicturePaths(value: unknown, path: string): string[] {
  if (value === picture) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => listPicturePaths(part, `${path}.${name}`));
}

/** Returns what the API renders of sections: the Markdown of texts, and pictures, by their paths. */
export function renderSpecimens(sections: readonly Section[]): Record<string, RenderedField> {
  const rendered = sections.flatMap((section): [string, RenderedField][] => {
    const pictures = listPicturePaths(section, section.id).map((path): [string, RenderedField] => [
      path,
      { html: pictureHtml, toc: [] },
    ]);
    if (section.kind !== 'text') return pictures;
    const heading = { id: 'heading-in-a-text', text: longWord, depth: 2 };
    const html = section.contents
      ? `<p>${section.text}</p><h2 id="${heading.id}">${longWord}</h2><p dir="auto">${arabic}</p>`
      : `<p>${section.text}</p>`;
    return [...pictures, [section.id, { html, toc: section.contents ? [heading] : [] }]];
  });
  return Object.fromEntries(rendered);
}
