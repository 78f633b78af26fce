import { stringify } from 'yaml';
import type { Answers, ContentKind } from './site-answers.ts';

/** What marks a text that the owner must replace: `site check` lists every place. */
export const placeholderMark = '[Replace:';

const replace = (what: string) => `${placeholderMark} ${what}]`;

function formatFile(head: object, body = ''): string {
  return `---\n${stringify(head, { lineWidth: 0 })}---\n${body ? `\n${body}\n` : ''}`;
}

interface Starter extends Answers {
  /** The time of the first publication (ISO 8601). */
  published: string;
}

/** Writes the one example of a kind of content that shows every field it needs. */
const examples: Record<ContentKind, (starter: Starter) => Record<string, string>> = {
  blog: ({ published }) => ({
    'blog/first-article.md': formatFile(
      {
        title: replace('the title of your first article'),
        summary: replace('what a reader learns from it, in one or two sentences'),
        published,
        category: 'news',
        author: 'first-person',
      },
      `## ${replace('a heading')}\n\n${replace('the text; write what you know and others do not')}`,
    ),
  }),
  trivia: ({ published }) => ({
    'trivia/first-question.md': formatFile(
      {
        title: replace('a short title of the question'),
        summary: replace('one sentence that does not give the answer away'),
        published,
        category: 'questions',
        question: replace('a question about your trade'),
        options: [replace('a wrong answer'), replace('the right answer')],
        answer: 1,
      },
      replace('why the answer is right'),
    ),
  }),
  infographics: ({ published }) => ({
    'infographics/first-chart.md': formatFile(
      {
        title: replace('what the chart shows'),
        summary: replace('what to see in it'),
        published,
        category: 'figures',
        sheets: [
          {
            title: replace('the title of the chart'),
            kind: 'bar',
            unit: replace('the unit of the values'),
            columns: ['Year', replace('what is counted')],
            rows: [
              ['2025', 1],
              ['2026', 2],
            ],
            source: { title: replace('where the figures are from') },
          },
        ],
      },
      replace('how to read the figures; the two in the table are examples'),
    ),
  }),
  services: ({ published }) => ({
    'services/first-service.md': formatFile(
      {
        title: replace('the name of a service'),
        summary: replace('what a customer gets'),
        published,
        order: 1,
        tagline: replace('one line about it'),
        deliverables: [replace('something that you hand over')],
        steps: [{ title: replace('the first step'), text: replace('what happens in it') }],
        figures: [],
        microservices: [],
        plans: [],
        faqs: [],
        schematic: {
          nodes: [
            { id: 'you', label: 'You', column: 0 },
            { id: 'us', label: 'Us', column: 1 },
          ],
          links: [['you', 'us']],
        },
      },
      replace('the service in a few paragraphs'),
    ),
  }),
  plans: ({ published }) => ({
    'plans/first-plan.md': formatFile(
      {
        title: replace('the name of a plan'),
        summary: replace('for whom it is'),
        published,
        order: 1,
        tagline: replace('one line about it'),
        monthly: 0,
        yearly: 0,
        audience: replace('who takes it'),
        highlights: [replace('what it contains; and set its prices, which are 0')],
        limits: [{ group: 'Scope', name: replace('what is limited'), value: replace('the limit') }],
        featured: true,
        faqs: [],
      },
      replace('what the plan contains, and where it stops'),
    ),
  }),
  microservices: ({ published }) => ({
    'microservices/first-product.md': formatFile(
      {
        title: replace('the name of a small finished product'),
        summary: replace('what it is for'),
        published,
        order: 1,
        tagline: replace('one line about it'),
        protocols: [replace('how one gets or uses it')],
        endpoints: [],
        limits: [{ name: replace('a property'), value: replace('its value') }],
        dependsOn: [],
        version: '1',
        schematic: {
          nodes: [
            { id: 'order', label: 'Order', column: 0 },
            { id: 'product', label: 'Product', column: 1 },
          ],
          links: [['order', 'product']],
        },
      },
      replace('the product in a few paragraphs'),
    ),
  }),
  apps: ({ published }) => ({
    'apps/first-app.md': formatFile(
      {
        title: replace('the name of an app'),
        summary: replace('what it does'),
        published,
        order: 1,
        tagline: replace('one line about it'),
        platforms: [replace('a system on which it runs')],
        version: '1.0',
        released: published.slice(0, 10),
        licence: replace('its licence'),
        price: 'Free',
        applicationCategory: 'BusinessApplication',
        features: [{ title: replace('a feature'), text: replace('what it does') }],
        faqs: [],
      },
      replace('why the app exists, and what it does not do'),
    ),
  }),
};

const text = (id: string, markdown: string) => ({ id, kind: 'text', text: markdown });

function createPages({ name, email, address, claim, content, published }: Starter): Record<string, string> {
  const entries = { services: 'SERVICE', blog: 'BLOG' } as const;
  const lists = (['services', 'blog'] as const)
    .filter((kind) => content.includes(kind))
    .map((kind) => ({ type: entries[kind], count: 3, as: 'cards' }));
  const page = (title: string, summary: string, order: number, sections: object[], more: object = {}) =>
    formatFile({ title, summary, published, order, ...more, sections });
  const about = replace('who you are, since when, and how many');
  return {
    'pages/home.md': page(claim, `${name}: ${claim}`.slice(0, 240), 1, [
      {
        id: 'opening',
        kind: 'hero',
        heading: claim,
        lede: replace('what you make, for whom, and what it saves them, in two sentences'),
        actions: [{ label: 'Write to us', target: '/contact-us' }],
      },
      { id: 'find', kind: 'search', title: 'Search', tone: 'sunk' },
      ...(lists.length > 0 ? [{ id: 'newest', kind: 'entries', title: 'What we do and write', lists }] : []),
    ]),
    'pages/about-us.md': page(`About ${name}`, `Who ${name} is, and who works here.`, 2, [
      text('story', about),
      { id: 'people', kind: 'people', title: 'People' },
    ]),
    'pages/why-us.md': page('Why us', `What ${name} can be held to.`, 3, [
      text('reasons', replace('three things that you do better than others, each with a figure')),
    ]),
    'pages/wse-legacy.md': page('Our history', `How ${name} came to be.`, 4, [
      text('history', replace('how it began; the address of this page is fixed, its title is not')),
    ]),
    'pages/contact-us.md': page('Contact us', `How to reach ${name}.`, 5, [
      { id: 'write', kind: 'form', form: 'contact' },
      text('ways', `## Other ways\n\n- By e-mail: ${email}\n- By post: ${name}, ${address}`),
    ]),
    'pages/book-a-free-consultation.md': page('Talk to us', `Book a free call with ${name}.`, 6, [
      { id: 'book', kind: 'form', form: 'consultation' },
    ]),
    'pages/thank-you.md': page('Thank you', `What ${name} does with your message.`, 9, [
      { id: 'receipt', kind: 'form', form: 'receipt' },
      text('next', replace('who reads the messages, and when visitors hear from you')),
    ]),
    'pages/privacy-policy.md': page('Privacy policy', `What the website of ${name} keeps about you.`, 7, [
      text(
        'policy',
        `## Who is responsible\n\n${name}, ${address}. Write to ${email}.\n\n## What is kept\n\nMessages and files are deleted after 24 months, copies of e-mails after 90 days, counts of views after 13 months. The site sets no tracking cookies and loads nothing from other companies.\n\n## Your rights\n\n${replace('the rights of visitors where you are, and the authority that hears complaints')}`,
      ),
      { id: 'stored', kind: 'storage', title: 'Stored on this device', anchor: 'stored' },
    ]),
    'pages/terms-of-service.md': page('Terms of service', 'The terms for using this website.', 8, [
      text('terms', replace('the terms for using this website, and the law that applies')),
    ]),
  };
}

/** Returns the menus of a new site: its kinds of content, and its pages. */
function createMenus({ content }: Answers): object {
  const lists: Partial<Record<ContentKind, string>> = {
    services: '/what-we-do',
    plans: '/our-plans',
    microservices: '/microservices',
    apps: '/microservices#apps',
    blog: '/blogs',
    trivia: '/trivia',
    infographics: '/infographics',
  };
  const paths = Object.entries(lists).flatMap(([kind, path]) => (content.some((each) => each === kind) ? [path] : []));
  const toItems = (targets: string[]) => targets.map((to) => ({ to }));
  const pages = toItems(['/about-us', '/why-us', '/wse-legacy', '/contact-us']);
  const groups = [
    ...(paths.length > 0 ? [{ label: 'Work and reading', items: toItems(paths) }] : []),
    { label: 'Company', items: pages },
  ];
  return {
    header: groups.map((group) => ({ kind: 'group', ...group })),
    action: { to: '/contact-us' },
    footer: groups,
    legal: [
      { to: '/privacy-policy' },
      { to: '/privacy-policy#stored', label: 'Stored on this device' },
      { to: '/terms-of-service' },
    ],
  };
}

/** Returns the files of a new folder of content by name: pages, settings, and one example of each chosen kind. */
export function createStarterFiles(answers: Answers, now = new Date()): Record<string, string> {
  const { name, claim, email, address, timeZone, currency, theme, content } = answers;
  const starter = { ...answers, published: `${now.toISOString().slice(0, 10)}T00:00:00Z` };
  const categories = [
    { kind: 'blog', type: 'BLOG', slug: 'news', name: 'News' },
    { kind: 'trivia', type: 'TRIVIA', slug: 'questions', name: 'Questions' },
    { kind: 'infographics', type: 'INFOGRAPHIC', slug: 'figures', name: 'Figures' },
  ] as const;
  const own = categories.filter(({ kind }) => content.includes(kind));
  return {
    'settings/company.yaml': stringify({
      name,
      claim,
      legalDetails: `${name}, ${address}`,
      emails: { enquiries: email },
      timeZone,
      currency,
    }),
    'settings/look.yaml': stringify({ theme }),
    'settings/menus.yaml': stringify(createMenus(answers), { aliasDuplicateObjects: false }),
    'categories.yaml': stringify(
      own.map(({ kind: _kind, ...row }) => ({ ...row, description: replace('what this category is about') })),
    ),
    'positions.yaml': stringify([{ slug: 'everyone', label: 'Everyone' }]),
    'interests.yaml': stringify([]),
    'personas.yaml': stringify([]),
    'team/first-person.md': formatFile(
      {
        name: replace('a name'),
        position: 'everyone',
        role: replace('what this person does'),
        joined: now.getFullYear(),
        focus: replace('what this person cares about'),
        order: 1,
      },
      replace('three sentences about this person'),
    ),
    ...createPages(starter),
    ...Object.assign({}, ...content.map((kind) => examples[kind](starter))),
  };
}
