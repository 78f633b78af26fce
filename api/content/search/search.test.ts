import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type TypeWithPages, typesWithPages } from '../../../contract/content/entry-types.ts';
import { listDefaults } from '../../../contract/content/list-defaults.ts';
import { listedTypes } from '../../../contract/content/list-settings.ts';
import { getRequestUrl } from '../../../contract/http/client.ts';
import { type Answer, getInvalidFields, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry, sampleFields } from '../../../testing/makers.ts';
import { sampleSelectableTypes, sampleTypes } from '../../../testing/sample-types.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';
import { matchAllWords, matchAnyWord, splitSearchWords } from './find-matches.ts';

const api = await setUpApi(removeContent);

const search = (q: string, input: Record<string, unknown> = {}) =>
  api.get(getRequestUrl('/api/search/list', { q, ...input }));

async function make(title: string, body = 'Nothing much', type: TypeWithPages = 'APP'): Promise<string> {
  return (await makeEntry(api.ctx, type, { text: { title, body, summary: 'A summary' } })).slug;
}

function getMatches(answer: Answer, index = 0): string[] {
  return answer.body.items[index].excerpt
    .filter(({ match }: { match: boolean }) => match)
    .map(({ text }: { text: string }) => text);
}

const getExcerpt = (answer: Answer, index = 0): string =>
  answer.body.items[index].excerpt.map(({ text }: { text: string }) => text).join('');

describe('search', () => {
  it.each([...sampleTypes, 'TRIVIA'] as const)(
    'finds a %s by title, summary, keyword, body and own field',
    async (type) => {
      const fields =
        type === 'TRIVIA' ? { ...sampleFields.TRIVIA, question: 'Whither does the quokka go?' } : sampleFields[type];
      const text = {
        title: 'Aardvark',
        summary: 'Bandicoot here',
        keywords: ['capybara'],
        body: 'A *dugong* in the body',
        fields,
      };
      const { slug } = await makeEntry(api.ctx, type, { text });
      for (const q of [
        'aardvark',
        'BANDICOOT',
        'capybara',
        'dugong',
        'dugongs',
        ...(type === 'TRIVIA' ? ['quokka'] : []),
      ]) {
        expect([q, getSlugs(await search(q))]).toEqual([q, [slug]]);
      }
    },
  );

  it('leaves out the thank-you page, which says nothing to those who have sent no form', async () => {
    const text = { title: 'Your letter has arrived', summary: 'A pelican' };
    await makeEntry(api.ctx, 'PAGE', { slug: 'thank-you', text });
    const slug = await make('A pelican');
    expect(getSlugs(await search('pelican'))).toEqual([slug]);
  });

  it('ranks a hit in the title before one in the summary, and that before one in the body', async () => {
    const body = await make('Something', 'The ferret runs');
    const summary = (await makeEntry(api.ctx, 'APP', { text: { title: 'Something', summary: 'A ferret' } })).slug;
    const title = await make('The ferret');
    expect(getSlugs(await search('ferret'))).toEqual([title, summary, body]);
  });

  it('requires all words, in any order', async () => {
    const both = await make('Copper', 'wires and glass');
    await make('Copper', 'pots');
    expect(getSlugs(await search('glass copper'))).toEqual([both]);
  });

  it('finds a last word that is still being typed', async () => {
    const slug = await make('Replication', 'of databases');
    expect(getSlugs(await search('repli'))).toEqual([slug]);
    expect(getSlugs(await search('databases repl'))).toEqual([slug]);
  });

  it('corrects a mistyped word and says so', async () => {
    const slug = await make('Kubernetes', 'clusters');
    const answer = await search('kubernets clustrs');
    expect(getSlugs(answer)).toEqual([slug]);
    expect(answer.body.corrected).toBe('kubernetes clusters');
    expect((await search('kubernetes')).body.corrected).toBeNull();
  });

  it.each([
    ['bakcup', 'backup'],
    ['postgers', 'postgres'],
    ['bacup', 'backup'],
    ['postgrres', 'postgres'],
    ['baokup', 'backup'],
  ])('understands %s as %s', async (typed, meant) => {
    const slug = await make('Backup', 'of a postgres server');
    await make('Bakery', 'posters and backpacks');
    const answer = await search(typed);
    expect([answer.body.corrected, ...getSlugs(answer)]).toEqual([meant, slug]);
  });

  it('prefers the word that more texts contain among equally near words', async () => {
    await make('Cables', 'cable');
    await make('Tables', 'A table');
    await make('Tables again', 'A table');
    expect((await search('xable')).body.corrected).toBe('table');
  });

  it('takes c++ and c# as the names of languages, and c as the letter', async () => {
    const plus = await make('Written in C++', 'and fast');
    const sharp = await make('Written in C#', 'and .NET');
    const letter = await make('Written in C', 'and small');
    await make('Cables and caches', 'cost');
    expect(getSlugs(await search('c++'))).toEqual([plus]);
    expect(getSlugs(await search('fast C++'))).toEqual([plus]);
    expect(getSlugs(await search('c#'))).toEqual([sharp]);
    expect(getSlugs(await search('.net'))).toEqual([sharp]);
    expect(getSlugs(await search('c'))).toEqual([letter]);
    const body = await make('Language', 'Our agent is C++ throughout.');
    const answer = await search('C++');
    expect(getSlugs(answer)).toContain(body);
    expect(getMatches(answer, getSlugs(answer).indexOf(body))).toEqual(['C++']);
  });

  it("does not take it's for a prefix, and finds it in titles", async () => {
    const titled = await make("It's always the name service", 'Nothing');
    await make('Storage', 'switches, servers, systems. It is here.');
    expect(getSlugs(await search("it's"))).toEqual([titled]);
    expect(getSlugs(await search('it’s always'))).toEqual([titled]);
    const possessive = await make('The customer', 'and their rack');
    expect(getSlugs(await search("customer's rack"))).toEqual([possessive]);
  });

  it('finds every prefix of a title’s word', async () => {
    const slug = await make('Policies of replication');
    for (const q of ['poli', 'polici', 'policie', 'replicati', 'replicatio'])
      expect([q, getSlugs(await search(q))]).toEqual([q, [slug]]);
  });

  it.each([
    ['read/write', ['read', 'write']],
    ['"node.js" -(well-known), c++!', ['node', 'js', 'well', 'known', 'cplusplus']],
    ['snake_case\u0000null', ['snake', 'case', 'null']],
    ['…', []],
  ])('reads the words of %j apart', (text, words) => {
    expect(splitSearchWords(text)).toEqual(words);
  });

  it('leaves code blocks out of the excerpt, but finds their words', async () => {
    const body = 'Set it thus:\n\n```sh\nferret --quick\n```\n\nThen `ferret` runs. It ends.';
    const slug = await make('Title', body);
    const answer = await search('ferret');
    expect(getExcerpt(answer)).toBe('Then ferret runs. It ends.');
    expect(getSlugs(await search('quick'))).toEqual([slug]);
    expect(getExcerpt(await search('quick'))).toBe('A summary · Set it thus: Then ferret runs. It ends.');
  });

  it('starts the excerpt with the sentence that contains most of the words', async () => {
    const filling = 'Nothing of the kind is here. '.repeat(300);
    await make('Title', `A ferret. ${filling}The ferret sleeps at night. And more.`);
    const answer = await search('ferret night');
    expect(getExcerpt(answer)).toBe('The ferret sleeps at night. And more.');
    expect(getMatches(answer)).toEqual(['ferret', 'night']);
  });

  it('marks the beginning of an excerpt that starts inside a sentence', async () => {
    await make('Title', 'Sixty days\n\nof rest for a ferret. It ends.');
    expect(getExcerpt(await search('ferret'))).toBe('… of rest for a ferret. It ends.');
  });

  it('shows the match of a very long sentence', async () => {
    await make('Title', `${'word and '.repeat(100)}ferret ${'more and '.repeat(100)}`);
    const whole = getExcerpt(await search('ferret'));
    expect(whole).toMatch(/^… .*ferret.* …$/);
    expect(whole.length).toBeLessThan(260);
  });

  it('finds nothing for a query that only excludes', async () => {
    await make('Ferret');
    expect((await search('-glass')).body.total).toBe(0);
  });

  it('returns at most 20 hits a page and at most 500 in total', async () => {
    await make('Ferret');
    expect((await search('ferret', { size: 100 })).body.size).toBe(20);
    const one = await api.ctx.db.execute<{ id: number }>(sql`select id from revisions`);
    await api.ctx.db.execute(sql`
      with made as (insert into entries (type, slug, published_at, live_revision_id)
        select 'APP', 'ferret-' || i, now() - make_interval(mins => i), 1000000 + i from generate_series(1, 600) as i returning id, live_revision_id)
      insert into revisions (id, entry_id, number, title, summary, body, html, plain, renderer, head, search,
        schema_version)
      overriding system value
      select made.live_revision_id, made.id, 1, title, summary, body, html, plain, renderer, head, search, schema_version
      from made, revisions where revisions.id = ${one.rows[0]?.id}`);
    const { body } = await search('ferret');
    expect(body.total).toBe(500);
    expect(getSlugs(await search('ferret', { page: 24, size: 20 }))).toHaveLength(20);
    expect((await search('ferret', { page: 25, size: 20 })).body).toMatchObject({ items: [], total: 500 });
  });

  it('finds texts with some of the words when none has all', async () => {
    const slug = await make('Copper');
    await make('Glass');
    expect(getSlugs(await search('copper zzzzqqqq'))).toEqual([slug]);
  });

  it('pages exact and corrected hits alike, with the same total on every page', async () => {
    for (let count = 0; count < 3; count++) await make(`Anycast ${count}`);
    for (const q of ['anycast', 'anycsat']) {
      const pages = await Promise.all([0, 1, 2].map((page) => search(q, { page, size: 2 })));
      expect(pages.map(({ body }) => [body.items.length, body.total])).toEqual([
        [2, 3],
        [1, 3],
        [0, 3],
      ]);
      expect(new Set(pages.flatMap(getSlugs)).size).toBe(3);
    }
  });

  it('supports quoted phrases, minus and or', async () => {
    const phrase = await make('One', 'red green blue');
    const apart = await make('Two', 'green and then red');
    expect(getSlugs(await search('"red green"'))).toEqual([phrase]);
    expect(getSlugs(await search('red -blue'))).toEqual([apart]);
    expect(getSlugs(await search('blue or then')).sort()).toContain(phrase);
    expect(getSlugs(await search('red')).sort()).toEqual([phrase, apart].sort());
  });

  it('ignores accents', async () => {
    const slug = await make('Café in Zürich');
    expect(getSlugs(await search('cafe zurich'))).toEqual([slug]);
    expect(getSlugs(await search('ZÜRICH'))).toEqual([slug]);
  });

  it.each([
    [
      '東京タワーへ行く。京都も',
      ['東京', '京タワ', 'タワー', '東', '東京タワー', '行く', '"京タワー"', '京都 東京'],
      '大阪',
    ],
    ['ﾄｳｷｮｳのＰostgres', ['トウキョウ', 'ﾄｳｷｮｳ', 'postgres', 'ｐｏｓｔｇｒｅｓ', 'トウ'], 'キト'],
    ['ガイドと会議', ['ガイド', 'ｶﾞｲﾄﾞ', 'カ\u3099イト\u3099', '会'], 'カイ'],
    ['我在北京大学图书馆看书', ['北京', '大学图书', '看书', '北京 图书馆'], '南京'],
    ['ภาษาไทยง่ายนิดเดียว', ['ไทย', 'ภาษา', 'ง่าย', 'ไท', 'ไทย ง่าย'], 'จีน'],
    ['ພາສາລາວງ່າຍ', ['ລາວ', 'ພາສາ'], 'ຈີນ'],
    ['ភាសាខ្មែរងាយ', ['ខ្មែរ', 'ភាសា'], 'ចិន'],
    ['မြန်မာစာလွယ်', ['မြန်မာ', 'စာ'], 'တရုတ်'],
    ['ὁ Ὀδυσσεύς, ΛΟΓΟΣ', ['λογος', 'λόγος', 'ΛΟΓΟΣ', 'λογοσ', 'ΟΔΥΣΣΕΥΣ'], 'ίλιος'],
    ['שָׁלוֹם, مُحَمَّد, cafe\u0301', ['שלום', 'محمد', 'café', 'cafe', 'שָׁלוֹם'], 'ירושלים'],
  ])('finds every word of %s, and no other, in title and body', async (text, words, absent) => {
    const titled = await make(text, 'Nothing');
    const slug = await make('Title', text);
    for (const q of words) expect([q, getSlugs(await search(q))]).toEqual([q, [titled, slug]]);
    expect([absent, (await search(absent)).body.total]).toEqual([absent, 0]);
    const other = await make('Title');
    expect(getSlugs(await search(`title -${words[0]}`))).toEqual([other]);
  });

  it.each([
    ['東京', 'はじめ。次は東京タワーと東京。', ['東京', '東京'], '次は東京タワーと東京。'],
    ['ｶﾞｲﾄﾞ', 'このガイドは', ['ガイド'], 'このガイドは'],
    ['ガイド', 'このｶﾞｲﾄﾞは', ['ｶﾞｲﾄﾞ'], 'このｶﾞｲﾄﾞは'],
    ['postgres', 'ＰostgresとPostgresの話', ['Ｐostgres', 'Postgres'], 'ＰostgresとPostgresの話'],
    ['ไทย', 'ภาษาไทยง่าย', ['ไทย'], 'ภาษาไทยง่าย'],
    ['東京駅の話', '駅は東京にある', ['東京'], '駅は東京にある'],
    ['éco', 'L’e\u0301co', ['e\u0301co'], 'L’e\u0301co'],
  ])('marks %s in %s', async (q, body, marked, excerpt) => {
    await make('Title', body);
    const answer = await search(q);
    expect(getMatches(answer)).toEqual(marked);
    expect(getExcerpt(answer)).toContain(excerpt);
  });

  it('starts the excerpt with the matching sentence and marks the matches', async () => {
    await make('Title', 'First words. The ferret and the ferrets.');
    const answer = await search('ferret');
    expect(getMatches(answer)).toEqual(['ferret', 'ferrets']);
    expect(getExcerpt(answer)).toBe('The ferret and the ferrets.');
  });

  it('marks the words in the text when other words match the title alone', async () => {
    await make('The ferret at night', 'It sleeps while the ferrets run.');
    expect(getMatches(await search('ferret night'))).toEqual(['ferrets']);
    expect(getMatches(await search('night ferr'))).toEqual(['ferrets']);
    expect(getMatches(await search('"ferret at night"'))).toEqual(['ferrets']);
  });

  it('treats markup in an excerpt as text', async () => {
    await make('Title', 'Write `a < ferret` & more');
    expect(getMatches(await search('ferret'))).toEqual(['ferret']);
    expect((await search('ferret')).body.items[0].excerpt[0].text).toBe('Write a < ');
  });

  it('returns the category and the publication date of each hit', async () => {
    const category = await makeCategory(api.ctx, 'BLOG');
    const publishedAt = new Date('2026-01-02T03:04:05.678Z');
    await makeEntry(api.ctx, 'BLOG', { slug: 'hit', categoryId: category.id, publishedAt, text: { title: 'Ferret' } });
    expect((await search('ferret')).body.items).toMatchObject([
      {
        type: 'BLOG',
        slug: 'hit',
        title: 'Ferret',
        publishedAt: publishedAt.toISOString(),
        category: { id: category.id, slug: category.slug, name: category.name },
      },
    ]);
  });

  it.each(sampleSelectableTypes)('keeps to %s where that content type is chosen', async (type) => {
    const wanted = await make('Ferret', 'x', type);
    for (const other of typesWithPages) if (other !== type) await make('Ferret', 'x', other);
    const { body } = await search('ferret', { type });
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual([wanted]);
    expect(body.total).toBe(1);
  });

  it('refuses an unknown content type', async () => {
    for (const type of ['SERVICE', 'blog', 'x', '']) {
      const answer = await search('ferret', { type });
      expect([type, answer.status, getInvalidFields(answer)]).toEqual([type, 400, ['type']]);
    }
  });

  it('finds nothing for an empty query', async () => {
    await make('Ferret');
    for (const q of ['', ' ', '-', '""', '!!! ???', '\t', '---', '😀']) {
      const { status, body } = await search(q);
      expect([q, status, body]).toEqual([q, 200, { items: [], page: 0, size: 10, total: 0, q, corrected: null }]);
    }
    expect((await api.get('/api/search/list')).body).toMatchObject({ q: '', items: [] });
  });
});

describe('search does not reveal what visitors cannot read', () => {
  const secret = { title: 'Xylophone', body: 'Zeppelin' };

  it('finds no draft, schedule or withdrawn entry', async () => {
    await makeEntry(api.ctx, 'APP', { publishedAt: null, text: secret });
    await makeEntry(api.ctx, 'APP', { publishedAt: getTimeFromNow(3600), text: secret });
    await makeEntry(api.ctx, 'APP', { withdrawnAt: getTimeFromNow(-60), text: secret });
    for (const q of ['xylophone', 'zeppelin', 'xylo']) expect([q, (await search(q)).body.total]).toEqual([q, 0]);
  });

  it('does not complete a word that only a draft contains', async () => {
    await makeEntry(api.ctx, 'APP', { publishedAt: null, text: secret });
    await make('Ferret');
    for (const q of ['xylophon', 'xylophnoe', 'ferret xylophnoe']) {
      expect(JSON.stringify((await search(q)).body)).not.toMatch(/xylophone/i);
    }
  });

  it('finds the shown revision, not the previous or the next one', async () => {
    const { slug } = await makeEntry(api.ctx, 'APP', { text: { title: 'Oldest' } });
    await makeEntry(api.ctx, 'APP', {
      slug,
      text: { title: 'Present' },
      next: { at: getTimeFromNow(3600), text: { title: 'Upcoming' } },
    });
    expect((await search('oldest')).body.total).toBe(0);
    expect((await search('upcoming')).body.total).toBe(0);
    expect(getSlugs(await search('present'))).toEqual([slug]);
    await makeEntry(api.ctx, 'APP', {
      slug,
      text: { title: 'Present' },
      next: { at: getTimeFromNow(-1), text: { title: 'Upcoming' } },
    });
    expect((await search('present')).body.total).toBe(0);
    expect(getSlugs(await search('upcoming'))).toEqual([slug]);
  });
});

describe('no text breaks search', () => {
  it.each([
    "'",
    "''",
    "'a",
    "a'b",
    '"',
    '"a',
    'a"b"c',
    '\\',
    "\\'",
    "a\\'b",
    '&',
    'a & b',
    '|',
    '!',
    'a!',
    '!a',
    '(',
    ')',
    '((a',
    ':*',
    'a:*',
    'a:A',
    '<->',
    'a <-> b',
    '*',
    '%',
    '_',
    "'; drop table entries; --",
    "' or 1=1 --",
    '$1',
    '$' + '{1}',
    '{}',
    '<script>',
    'or',
    'and or not',
    '- - -',
    '-a',
    'a -',
    '--a',
    'ʼ',
    'aʼb',
    'ŉ',
    'ŉa',
    '½',
    '㎏',
    'ﬃ',
    '①',
    '\u0002a\u0003',
    '\u202e',
    '日本語',
    'עברית',
    'हिन्दी',
    'İ',
    'ß',
    'ǅ',
    '\ud83d\ude00 a',
    'the',
    'the and of',
    'a '.repeat(100).trim(),
    'x'.repeat(200),
    '"'.repeat(200),
    '-'.repeat(200),
    "'".repeat(200),
    '(a&'.repeat(60),
    '-('.repeat(100),
    '- '.repeat(100),
    '–'.repeat(200),
    '-""'.repeat(66),
    '-a'.repeat(100),
    ' -a'.repeat(66),
    '-"a" '.repeat(40),
  ])('%j', async (q) => {
    await make('Ferret', 'a b c');
    expect((await search(q)).status).toBe(200);
    const longer = `ferret ${q}`.slice(0, 200);
    if (longer.isWellFormed()) expect((await search(longer)).status).toBe(200);
  });

  it('not even one with every letter and digit', async () => {
    const all: string[] = [];
    for (let code = 0; code < 0x30000; code++)
      if (/[\p{L}\p{N}\p{M}]/u.test(String.fromCodePoint(code))) all.push(String.fromCodePoint(code));
    for (let start = 0; start < all.length; start += 200) {
      const text = all.slice(start, start + 200);
      for (const q of [text.slice(0, 16).join(' '), text.join('')]) {
        if (splitSearchWords(q).length > 0)
          await api.ctx.db.execute(sql`select ${matchAllWords(q)}, ${matchAnyWord(q)}`);
      }
    }
    expect(all.length).toBeGreaterThan(100_000);
  });

  it('refuses values that cannot be a text', async () => {
    for (const query of ['q=%00', 'q=a%00b', 'q=%FF', 'q=%C3%28', 'q=a&q=b', `q=${'x'.repeat(201)}`]) {
      const answer = await api.get(`/api/search/list?${query}`);
      expect([query, answer.status, getInvalidFields(answer)]).toEqual([query, 400, ['q']]);
    }
  });
});

const getRecommended = (query = '') => api.get(`/api/search/recommended${query}`);

it('returns the six newest of the feeds without interests', async () => {
  for (const type of typesWithPages) await makeEntry(api.ctx, type, { slug: type.toLowerCase() });
  const withFeed = listedTypes.filter((type) => listDefaults[type].feed).map((type) => type.toLowerCase());
  expect(getSlugs(await getRecommended()).sort()).toEqual([...withFeed].sort());
  for (let age = 0; age < 7; age++)
    await makeEntry(api.ctx, 'BLOG', { slug: `b${age}`, publishedAt: getTimeFromNow(-age - 1) });
  expect(getSlugs(await getRecommended())).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'b5']);
});

it('sorts by the number of shared interests, then by date', async () => {
  const make = (slug: string, interests: string[], age: number) =>
    makeEntry(api.ctx, 'TRIVIA', { slug, publishedAt: getTimeFromNow(-age), text: { interests } });
  await make('none-new', ['other'], 1);
  await make('one', ['storage'], 2);
  await make('both-old', ['networks', 'storage'], 4);
  await make('one-old', ['networks'], 3);
  expect(getSlugs(await getRecommended('?interests=storage,networks'))).toEqual([
    'both-old',
    'one',
    'one-old',
    'none-new',
  ]);
  expect(getSlugs(await getRecommended('?interests=%20networks%20,,&limit=2'))).toEqual(['one-old', 'both-old']);
  expect(getSlugs(await getRecommended('?interests=unknown'))).toEqual(['none-new', 'one', 'one-old', 'both-old']);
});

it('ranks many interests like few, and counts a repeated interest once', async () => {
  const slugs = Array.from({ length: 7 }, (_, index) => `i${index}`);
  for (let count = 0; count <= slugs.length; count++)
    await makeEntry(api.ctx, 'BLOG', {
      slug: `shares-${count}`,
      publishedAt: getTimeFromNow(-count - 1),
      text: { interests: slugs.slice(0, count) },
    });
  const getRankedSlugs = async (interests: string[]) =>
    getSlugs(await getRecommended(`?interests=${interests}&limit=50`));
  expect(await getRankedSlugs(slugs)).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((count) => `shares-${count}`));
  expect(await getRankedSlugs(slugs.slice(0, 6))).toEqual([6, 7, 5, 4, 3, 2, 1, 0].map((count) => `shares-${count}`));
  expect(await getRankedSlugs(['i1', 'i0', 'i1'])).toEqual([2, 3, 4, 5, 6, 7, 1, 0].map((count) => `shares-${count}`));
});

it('finds the entry that shares most interests behind any number of newer entries', async () => {
  const make = (slug: string, interests: string[], age: number) =>
    makeEntry(api.ctx, 'BLOG', { slug, publishedAt: getTimeFromNow(-age), text: { interests } });
  await make('all', ['a', 'b', 'c'], 9002);
  await make('two', ['c', 'a'], 9001);
  const { id } = await make('one', ['b'], 9000);
  await api.ctx.db.execute(sql`
    with made as (
      insert into entries (type, slug, published_at, live_revision_id) overriding user value
      select 'BLOG', 'newer-' || i, now() - make_interval(secs => i), i + 1000000 from generate_series(1, 300) as i
      returning id, live_revision_id)
    insert into revisions (id, entry_id, number, title, summary, body, interests, html, plain, renderer, search,
      schema_version)
    overriding system value
    select made.live_revision_id, made.id, 1, title, summary, body,
      case when made.live_revision_id = 1000300 then array['c'] else '{}' end, html, plain, renderer, search, schema_version
    from made, revisions where entry_id = ${id}`);
  expect(getSlugs(await getRecommended('?interests=a,b,c'))).toEqual([
    'all',
    'two',
    'newer-300',
    'one',
    'newer-1',
    'newer-2',
  ]);
  expect(getSlugs(await getRecommended('?interests=a,b,c&limit=2'))).toEqual(['all', 'two']);
  expect(getSlugs(await getRecommended('?interests=a,b,c,d,e,f,g&limit=3'))).toEqual(['all', 'two', 'newer-300']);
});

it('ranks by the interests of the shown revision', async () => {
  const text = { interests: ['storage'] };
  const next = { at: getTimeFromNow(3600), text: { interests: ['networks'] } };
  await makeEntry(api.ctx, 'BLOG', { slug: 'later', text, next });
  await makeEntry(api.ctx, 'BLOG', { slug: 'now', text, next: { ...next, at: getTimeFromNow(-1) } });
  expect(getSlugs(await getRecommended('?interests=storage'))).toEqual(['later', 'now']);
  expect(getSlugs(await getRecommended('?interests=networks'))).toEqual(['now', 'later']);
});

it('hides matching drafts and scheduled entries', async () => {
  await makeEntry(api.ctx, 'BLOG', { publishedAt: null, text: { interests: ['storage'] } });
  await makeEntry(api.ctx, 'BLOG', { publishedAt: getTimeFromNow(3600), text: { interests: ['storage'] } });
  expect((await getRecommended('?interests=storage')).body.items).toEqual([]);
});

it('accepts any text as interests and refuses other values', async () => {
  for (const interests of ["'", '{}', '{a,b}', '"', ',,,', 'a,b\\'])
    expect((await getRecommended(`?interests=${encodeURIComponent(interests)}`)).status).toBe(200);
  for (const [query, field] of [
    ['interests=%00', 'interests'],
    ['interests=a&interests=b', 'interests'],
    ['limit=51', 'limit'],
  ]) {
    const answer = await getRecommended(`?${query}`);
    expect([answer.status, getInvalidFields(answer)]).toEqual([400, [field]]);
  }
});
