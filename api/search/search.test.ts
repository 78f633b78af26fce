import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '../../contract/client.ts';
import { type EntryType, entryTypeNames, selectableTypes } from '../../contract/entry-types.ts';
import { type Answer, faultyFields, openTestApi, slugsOf, type TestApi } from '../../testing/api.ts';
import { inSeconds, makeCategory, makeEntry, sampleFields } from '../../testing/makers.ts';
import { matchAll, matchAny, wordsOf } from './query.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(() => api.database.empty());
afterAll(() => api.close());

const search = (q: string, input: Record<string, unknown> = {}) =>
  api.get(addressOf('/api/search/list', { q, ...input }));

async function make(title: string, body = 'Nothing much', type: EntryType = 'APP'): Promise<string> {
  return (await makeEntry(api.ctx, type, { text: { title, body, summary: 'A summary' } })).slug;
}

function matches(answer: Answer, index = 0): string[] {
  return answer.body.items[index].excerpt
    .filter(({ match }: { match: boolean }) => match)
    .map(({ text }: { text: string }) => text);
}

describe('search', () => {
  it.each(entryTypeNames)('finds a %s by title, summary, keyword, body and own field', async (type) => {
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
      expect([q, slugsOf(await search(q))]).toEqual([q, [slug]]);
    }
  });

  it('puts a hit in the title before one in the summary, and that before one in the body', async () => {
    const body = await make('Something', 'The ferret runs');
    const summary = (await makeEntry(api.ctx, 'APP', { text: { title: 'Something', summary: 'A ferret' } })).slug;
    const title = await make('The ferret');
    expect(slugsOf(await search('ferret'))).toEqual([title, summary, body]);
  });

  it('wants all words, in any order', async () => {
    const both = await make('Copper', 'wires and glass');
    await make('Copper', 'pots');
    expect(slugsOf(await search('glass copper'))).toEqual([both]);
  });

  it('finds a last word that is still being typed', async () => {
    const slug = await make('Replication', 'of databases');
    expect(slugsOf(await search('repli'))).toEqual([slug]);
    expect(slugsOf(await search('databases repl'))).toEqual([slug]);
  });

  it('leads a mistyped word back to a known one and says so', async () => {
    const slug = await make('Kubernetes', 'clusters');
    const answer = await search('kubernets clustrs');
    expect(slugsOf(answer)).toEqual([slug]);
    expect(answer.body.corrected).toBe('kubernetes clusters');
    expect((await search('kubernetes')).body.corrected).toBeNull();
  });

  it('finds texts with some of the words where none has all', async () => {
    const slug = await make('Copper');
    await make('Glass');
    expect(slugsOf(await search('copper zzzzqqqq'))).toEqual([slug]);
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
      expect(new Set(pages.flatMap(slugsOf)).size).toBe(3);
    }
  });

  it('takes a phrase in quotes as a phrase, a minus as without, and or as either', async () => {
    const phrase = await make('One', 'red green blue');
    const apart = await make('Two', 'green and then red');
    expect(slugsOf(await search('"red green"'))).toEqual([phrase]);
    expect(slugsOf(await search('red -blue'))).toEqual([apart]);
    expect(slugsOf(await search('blue or then')).sort()).toContain(phrase);
    expect(slugsOf(await search('red')).sort()).toEqual([phrase, apart].sort());
  });

  it('ignores accents', async () => {
    const slug = await make('Café in Zürich');
    expect(slugsOf(await search('cafe zurich'))).toEqual([slug]);
    expect(slugsOf(await search('ZÜRICH'))).toEqual([slug]);
  });

  it('marks in the excerpt what was hit, and the parts together are the text', async () => {
    await make('Title', 'First words. The ferret and the ferrets.');
    const answer = await search('ferret');
    expect(matches(answer)).toEqual(['ferret', 'ferrets']);
    const whole = answer.body.items[0].excerpt.map(({ text }: { text: string }) => text).join('');
    expect(whole).toContain('First words. The ferret and the ferrets');
    expect(whole).not.toMatch(/\p{Cc}/u);
  });

  it('marks the words that the text holds where others stand in the title alone', async () => {
    await make('The ferret at night', 'It sleeps while the ferrets run.');
    expect(matches(await search('ferret night'))).toEqual(['ferrets']);
    expect(matches(await search('night ferr'))).toEqual(['ferrets']);
    expect(matches(await search('"ferret at night"'))).toEqual(['ferrets']);
  });

  it('cuts the excerpt as text, whatever looks like markup in it', async () => {
    await make('Title', 'Write `a < ferret` & more');
    expect(matches(await search('ferret'))).toEqual(['ferret']);
    expect((await search('ferret')).body.items[0].excerpt[0].text).toBe('summary Write a < ');
  });

  it('says of each hit where it belongs and when it was published', async () => {
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

  it.each(selectableTypes)('keeps to %s where that content type is chosen', async (type) => {
    const wanted = await make('Ferret', 'x', type);
    for (const other of entryTypeNames) if (other !== type) await make('Ferret', 'x', other);
    const { body } = await search('ferret', { type });
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual([wanted]);
    expect(body.total).toBe(1);
  });

  it('refuses an unknown content type', async () => {
    for (const type of ['SERVICE', 'blog', 'x', '']) {
      const answer = await search('ferret', { type });
      expect([type, answer.status, faultyFields(answer)]).toEqual([type, 400, ['type']]);
    }
  });

  it('finds nothing for nothing', async () => {
    await make('Ferret');
    for (const q of ['', ' ', '-', '""', '!!! ???', '\t', '---', '😀']) {
      const { status, body } = await search(q);
      expect([q, status, body]).toEqual([q, 200, { items: [], page: 0, size: 10, total: 0, q, corrected: null }]);
    }
    expect((await api.get('/api/search/list')).body).toMatchObject({ q: '', items: [] });
  });
});

describe('what visitors cannot read, search does not tell', () => {
  const secret = { title: 'Xylophone', body: 'Zeppelin' };

  it('finds no draft, schedule or withdrawn entry', async () => {
    await makeEntry(api.ctx, 'APP', { publishedAt: null, text: secret });
    await makeEntry(api.ctx, 'APP', { publishedAt: inSeconds(3600), text: secret });
    await makeEntry(api.ctx, 'APP', { withdrawnAt: inSeconds(-60), text: secret });
    for (const q of ['xylophone', 'zeppelin', 'xylo']) expect([q, (await search(q)).body.total]).toEqual([q, 0]);
  });

  it('does not complete a word that only a draft holds', async () => {
    await makeEntry(api.ctx, 'APP', { publishedAt: null, text: secret });
    await make('Ferret');
    for (const q of ['xylophon', 'xylophnoe', 'ferret xylophnoe']) {
      expect(JSON.stringify((await search(q)).body)).not.toMatch(/xylophone/i);
    }
  });

  it('finds the text that is shown now, not the one before or the one to come', async () => {
    const { slug } = await makeEntry(api.ctx, 'APP', { text: { title: 'Oldest' } });
    await makeEntry(api.ctx, 'APP', {
      slug,
      text: { title: 'Present' },
      next: { at: inSeconds(3600), text: { title: 'Upcoming' } },
    });
    expect((await search('oldest')).body.total).toBe(0);
    expect((await search('upcoming')).body.total).toBe(0);
    expect(slugsOf(await search('present'))).toEqual([slug]);
    await makeEntry(api.ctx, 'APP', {
      slug,
      text: { title: 'Present' },
      next: { at: inSeconds(-1), text: { title: 'Upcoming' } },
    });
    expect((await search('present')).body.total).toBe(0);
    expect(slugsOf(await search('upcoming'))).toEqual([slug]);
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

  it('not even every letter and digit there is', async () => {
    const all: string[] = [];
    for (let code = 0; code < 0x30000; code++)
      if (/[\p{L}\p{N}\p{M}]/u.test(String.fromCodePoint(code))) all.push(String.fromCodePoint(code));
    for (let start = 0; start < all.length; start += 200) {
      const text = all.slice(start, start + 200);
      for (const q of [text.slice(0, 16).join(' '), text.join('')]) {
        if (wordsOf(q).length > 0) await api.ctx.db.execute(sql`select ${matchAll(q)}, ${matchAny(q)}`);
      }
    }
    expect(all.length).toBeGreaterThan(100_000);
  });

  it('refuses what cannot be a text', async () => {
    for (const query of ['q=%00', 'q=a%00b', 'q=%FF', 'q=%C3%28', 'q=a&q=b', `q=${'x'.repeat(201)}`]) {
      const answer = await api.get(`/api/search/list?${query}`);
      expect([query, answer.status, faultyFields(answer)]).toEqual([query, 400, ['q']]);
    }
  });
});
