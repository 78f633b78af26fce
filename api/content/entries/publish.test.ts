import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type EntryType, type TypeWithPages, typesWithPages } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { getEntryUrl, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry, passTime, sampleFields } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser, renameEntry, withdrawEntry } from '../../../testing/studio.ts';
import { lockEntry } from '../drafts/find.ts';
import { completeFeedIds } from '../feed/feed-ids.ts';
import { promoteDueRevisions } from './change-schedule.ts';
import { renameLockedEntry } from './rename.ts';

const { api, editor, call } = await setUpEditorApi();

/** Creates an entry with a complete draft; returns its id, slug and version. */
async function makeDraft(type: EntryType, change: Partial<DraftContent> = {}) {
  const { id } = await call('createEntry', { type, title: change.title?.trim() || `Draft of ${type}` });
  const { version, content, entry } = await call('openEntry', { id });
  const complete = {
    ...content,
    summary: 'A summary',
    body: '## Part\n\nText\n',
    fields: sampleFields[type],
    ...change,
  };
  const saved = await call('saveDraft', { id, version, content: complete });
  return { id, slug: entry.slug, version: saved.version };
}

/** Own fields with a link of the site. */
const withSource = (url: string) => ({ ...sampleFields.TRIVIA, source: { title: 'Source', url } });

/** A body that cannot be read. */
const tooNested = `${'*a _b '.repeat(60)}c${'_*'.repeat(60)}`;

const getItem = (type: TypeWithPages, slug: string) => api.get(getEntryUrl(type, 'item', { slug }));

describe('publishing', () => {
  const withoutReferences = typesWithPages.filter((type) => !['BLOG', 'TRIVIA', 'INFOGRAPHIC'].includes(type));
  it.each(withoutReferences)('shows a draft of %s at once', async (type) => {
    const { id, slug, version } = await makeDraft(type);
    expect((await getItem(type, slug)).status).toBe(404);
    const opened = await call('publishEntry', { id, version });
    expect(opened).toMatchObject({ entry: { state: 'PUBLISHED', isChanged: false }, revision: 1 });
    expect((await getItem(type, slug)).body).toMatchObject({ title: `Draft of ${type}`, summary: 'A summary' });
  });

  it('of a changed entry replaces its text and keeps its date', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'APP');
    const before = (await getItem('APP', slug)).body;
    const { version, content } = await call('openEntry', { id });
    const saved = await call('saveDraft', { id, version, content: { ...content, title: 'Second title' } });
    expect(await call('publishEntry', { id, version: saved.version })).toMatchObject({ revision: 2 });
    expect((await getItem('APP', slug)).body).toMatchObject({ title: 'Second title', publishedAt: before.publishedAt });
  });

  it('of a version that somebody replaced meanwhile is refused, and changes nothing', async () => {
    const { id, slug, version } = await makeDraft('PAGE');
    const { content } = await call('openEntry', { id });
    await call('saveDraft', { id, version, content: { ...content, title: 'Unread' } });
    expect((await getFailure(call('publishEntry', { id, version }))).code).toBe('conflict');
    expect((await getItem('PAGE', slug)).status).toBe(404);
  });

  it('twice at the same moment publishes once', async () => {
    const { id, version } = await makeDraft('PAGE');
    const outcomes = await Promise.allSettled([
      call('publishEntry', { id, version }),
      call('publishEntry', { id, version }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await call('entryHistory', { id, kind: 'REVISION' })).items).toHaveLength(1);
  });
});

describe('the gate', () => {
  it.each<[string, Partial<DraftContent>, string[]]>([
    ['an empty title and summary', { title: ' ', summary: '' }, ['title', 'summary']],
    ['own fields that are incomplete', { fields: { tagline: 'T' } }, ['fields.platforms', 'fields.version']],
    ['a link to no page', { body: 'See [it](/blog/nothing)\n' }, ['body']],
    ['the address of no page of this site', { body: 'See <https://our.example/blog/nothing>\n' }, ['body']],
    ['a link to no heading', { body: 'See [it](#s-nothing)\n' }, ['body']],
    ['a picture that does not exist', { body: '![Text](media/none.png)\n' }, ['body']],
    ['a picture of another site', { body: '![Text](https://example.com/a.png)\n' }, ['body']],
    ['an address that a later upload gives a picture', { body: '![Text](/media/later.png)\n' }, ['body']],
    ['a picture without text', { body: '![](https://example.com/a.png)\n' }, ['body']],
    ['a heading of level 1', { body: '# Title\n' }, ['body']],
    ['a skipped level', { body: '## Two\n\n#### Four\n' }, ['body']],
    ['an author who does not exist', { author: 'nobody' }, ['author']],
    ['an interest that does not exist', { interests: ['nothing'] }, ['interests.0']],
  ])('refuses %s with one list whose items lead to their field', async (_what, change, paths) => {
    await completeFeedIds(api.ctx, 'https://our.example');
    const { id, slug, version } = await makeDraft('APP', change);
    const { problems } = await call('checkEntry', { id });
    expect(problems.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    const failure = await getFailure(call('publishEntry', { id, version }));
    expect(failure).toMatchObject({ code: 'unprocessable' });
    expect(failure.fields.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    const later = call('scheduleEntry', { id, version, at: getTimeFromNow(600).toISOString() });
    expect((await getFailure(later)).code).toBe('unprocessable');
    expect((await getItem('APP', slug)).status).toBe(404);
  });

  it('asks a blog for author and category', async () => {
    const { id } = await makeDraft('BLOG');
    const { problems } = await call('checkEntry', { id });
    expect(problems.map(({ path }) => path)).toEqual(['author', 'category']);
  });

  it('refuses a path in an own field as it refuses a link of the body', async () => {
    await makeEntry(api.ctx, 'PAGE', { slug: 'hidden-yet', publishedAt: null });
    await makeEntry(api.ctx, 'PAGE', { slug: 'without-headings' });
    const { slug: category } = await makeCategory(api.ctx, 'TRIVIA');
    const refuse = async (change: Partial<DraftContent>) => {
      const { id, version } = await makeDraft('TRIVIA', { category, ...change });
      return getFailure(call('publishEntry', { id, version }));
    };
    for (const target of ['/blog/nothing', '/hidden-yet', '/without-headings#s-part']) {
      const { code, fields } = await refuse({ body: `See [it](${target})\n` });
      expect(fields).toEqual([{ path: 'body', message: expect.stringContaining(`line 1 links to ${target}, `) }]);
      const message = fields[0]?.message.replace('line 1 ', '');
      expect(await refuse({ fields: withSource(target) })).toMatchObject({
        code,
        fields: [{ path: 'fields.source.url', message }],
      });
    }
  });

  it('names the line of a problem in the text', async () => {
    const { id } = await makeDraft('PAGE', { body: 'One\n\nTwo [broken](/blog/nothing)\n' });
    expect((await call('checkEntry', { id })).problems).toMatchObject([{ path: 'body', line: 3 }]);
  });

  it('names the pages that link to the entry', async () => {
    const { id, slug, version } = await makeDraft('PAGE');
    await call('publishEntry', { id, version });
    await makeEntry(api.ctx, 'PAGE', { text: { title: 'Linking', body: `[there](/${slug}#part)\n` } });
    await makeEntry(api.ctx, 'PAGE', { text: { title: 'Elsewhere', body: `[there](/${slug}-more)\n` } });
    expect((await call('checkEntry', { id })).linkedFrom.map(({ title }) => title)).toEqual(['Linking']);
  });

  it('names the pages whose own fields lead to the entry', async () => {
    const { id } = await makeEntry(api.ctx, 'PLAN', { slug: 'small' });
    const plans = { ...sampleFields.SERVICE, tagline: 'small', plans: ['small'] };
    await makeEntry(api.ctx, 'SERVICE', { text: { title: 'By slug', fields: plans } });
    await makeEntry(api.ctx, 'TRIVIA', { text: { title: 'By path', fields: withSource('/our-plans/small?x#s-y') } });
    await makeEntry(api.ctx, 'SERVICE', { text: { fields: { ...plans, plans: [] } } });
    expect((await call('checkEntry', { id })).linkedFrom.map(({ title }) => title)).toEqual(['By slug', 'By path']);
  });

  it('names the pages that show the entry: its own, its list, and its category before and after', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'BLOG');
    const { slug: after } = await makeCategory(api.ctx, 'BLOG');
    const { version, content } = await call('openEntry', { id });
    await call('saveDraft', { id, version, content: { ...content, category: after } });
    const getCategoryPath = (name: string | null) => `/blog-category/${name}`;
    expect((await call('checkEntry', { id })).pages).toEqual([
      `/blog/${slug}`,
      '/blogs',
      getCategoryPath(content.category),
      getCategoryPath(after),
    ]);
  });
});

describe('a link', () => {
  const makeTargets = async () => {
    await makeEntry(api.ctx, 'PAGE', { slug: 'a-draft', publishedAt: null });
    await makeEntry(api.ctx, 'PAGE', { slug: 'scheduled', publishedAt: getTimeFromNow(600) });
    await makeEntry(api.ctx, 'PAGE', { slug: 'gone', withdrawnAt: getTimeFromNow(-60) });
    await makeEntry(api.ctx, 'PAGE', { slug: 'going', withdrawnAt: getTimeFromNow(600) });
    await makeEntry(api.ctx, 'MICROSERVICE', { slug: 'hidden', publishedAt: null });
    await makeCategory(api.ctx, 'BLOG', { slug: 'hidden', enabled: false });
  };

  it('to what visitors cannot see is refused, with the target and its state', async () => {
    await makeTargets();
    const links = ['/a-draft', '/scheduled?x', '/gone', '/going', '/blog-category/hidden'];
    const body = links.map((link) => `[It](${link})\n`).join('\n');
    const { id, version } = await makeDraft('MICROSERVICE', {
      body,
      fields: { ...sampleFields.MICROSERVICE, dependsOn: ['hidden'] },
    });
    const { problems } = await call('checkEntry', { id });
    expect(problems.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
      'body:1 links to /a-draft, which is a draft',
      expect.stringMatching(/^body:3 links to \/scheduled\?x, which is scheduled for .* UTC, later than this text$/),
      expect.stringMatching(/^body:5 links to \/gone, which has been withdrawn since .* UTC$/),
      'body:9 links to /blog-category/hidden, which is a hidden category',
      'fields.dependsOn.0:null hidden is a draft',
    ]);
    expect((await getFailure(call('publishEntry', { id, version }))).fields).toHaveLength(5);
  });

  it('is judged by the time of its text: what appears before it may be linked, and what disappears may not', async () => {
    await makeTargets();
    const schedule = async (body: string, seconds: number) => {
      const { id, version } = await makeDraft('PAGE', { title: `${body} at ${seconds}`, body });
      return call('scheduleEntry', { id, version, at: getTimeFromNow(seconds).toISOString() });
    };
    await expect(schedule('[It](/scheduled)\n', 700)).resolves.toMatchObject({ entry: { state: 'SCHEDULED' } });
    expect((await getFailure(schedule('[It](/scheduled)\n', 500))).fields).toMatchObject([{ path: 'body' }]);
    await makeEntry(api.ctx, 'PAGE', {
      slug: 'later',
      next: { at: getTimeFromNow(600), text: { body: '## New part\n' } },
    });
    await expect(schedule('[It](/later#s-new-part)\n', 700)).resolves.toMatchObject({ entry: { state: 'SCHEDULED' } });
    await expect(schedule('[It](/going)\n', 500)).resolves.toMatchObject({ entry: { state: 'SCHEDULED' } });
    expect((await getFailure(schedule('[It](/going)\n', 700))).fields).toMatchObject([{ path: 'body' }]);
  });

  it('is checked again before a withdrawn entry is shown, and before a text is moved to an earlier time', async () => {
    await makeTargets();
    const { id, slug } = await makeEntry(api.ctx, 'PAGE', { text: { body: '[It](/gone)\n' }, withdrawnAt: new Date() });
    const refused = await getFailure(withdrawEntry(editor.client, id, false));
    expect(refused).toMatchObject({ code: 'unprocessable', fields: [{ path: 'body' }] });
    expect((await getItem('PAGE', slug)).status).toBe(410);
    const next = { at: getTimeFromNow(700), text: { body: '[It](/scheduled)\n' } };
    const replaced = await makeEntry(api.ctx, 'PAGE', { next });
    const move = async (seconds: number) => {
      const { version } = (await call('openEntry', { id: replaced.id })).entry;
      const at = getTimeFromNow(seconds).toISOString();
      return call('changeSchedule', { id: replaced.id, version, kind: 'NEXT_TEXT', at });
    };
    expect((await getFailure(move(500))).fields).toMatchObject([{ path: 'body' }]);
    await expect(move(650)).resolves.toMatchObject({ lastAct: { kind: 'MOVE_SCHEDULE' } });
  });

  it('to its own page is no reason to refuse a first publication', async () => {
    const { id, slug } = await makeDraft('PAGE');
    const { version, content } = await call('openEntry', { id });
    const saved = await call('saveDraft', { id, version, content: { ...content, body: `[Here](/${slug})\n` } });
    await expect(call('publishEntry', { id, version: saved.version })).resolves.toBeDefined();
  });
});

describe('a schedule', () => {
  it('of a new entry shows it from its time on, without a worker', async () => {
    const { id, slug, version } = await makeDraft('PAGE');
    expect((await getItem('PAGE', slug)).status).toBe(404);
    const at = getTimeFromNow(2);
    expect(await call('scheduleEntry', { id, version, at: at.toISOString() })).toMatchObject({
      entry: { state: 'SCHEDULED' },
    });
    await expect.poll(async () => (await getItem('PAGE', slug)).status).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(at.getTime());
  });

  it('of a published entry replaces its text at its time, and a later one replaces that', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE');
    const scheduleTitle = async (title: string, at: Date) => {
      const { version, content } = await call('openEntry', { id });
      const saved = await call('saveDraft', { id, version, content: { ...content, title } });
      await call('scheduleEntry', { id, version: saved.version, at: at.toISOString() });
    };
    const readTitle = async () => (await getItem('PAGE', slug)).body.title;
    await scheduleTitle('Second', getTimeFromNow(600));
    expect(await readTitle()).not.toBe('Second');
    await passTime(api.ctx, id, 600);
    expect(await readTitle()).toBe('Second');
    await scheduleTitle('Third', getTimeFromNow(60));
    expect(await readTitle()).toBe('Second');
  });

  it('keeps its words out of spelling suggestions until visitors can read them', async () => {
    const { id, version, slug } = await makeDraft('PAGE', { body: 'A zyzzyva in the text\n' });
    const countWords = async () =>
      (await api.ctx.db.execute(sql`select word from search_words where word = 'zyzzyva'`)).rows.length;
    await call('scheduleEntry', { id, version, at: getTimeFromNow(600).toISOString() });
    await promoteDueRevisions(api.ctx);
    expect(await countWords()).toBe(0);
    await passTime(api.ctx, id, 600);
    expect((await getItem('PAGE', slug)).status).toBe(200);
    await promoteDueRevisions(api.ctx);
    expect(await countWords()).toBe(1);
  });

  it('in the past is refused', async () => {
    const { id, version } = await makeDraft('PAGE');
    const failure = await getFailure(call('scheduleEntry', { id, version, at: getTimeFromNow(-1).toISOString() }));
    expect(failure).toMatchObject({ code: 'bad_request', fields: [{ path: 'at' }] });
  });
});

it('a withdrawn entry answers 410 until it is shown again', async () => {
  const { id, slug } = await makeEntry(api.ctx, 'PAGE');
  expect(await withdrawEntry(editor.client, id)).toMatchObject({ entry: { state: 'WITHDRAWN' } });
  expect((await getItem('PAGE', slug)).status).toBe(410);
  await withdrawEntry(editor.client, id, false);
  expect((await getItem('PAGE', slug)).status).toBe(200);
});

it('a withdrawn entry answers 410 until its scheduled return, wherever that is moved', async () => {
  const { id, slug } = await makeEntry(api.ctx, 'PAGE');
  await withdrawEntry(editor.client, id);
  const { version } = await call('openEntry', { id });
  const scheduled = await call('scheduleEntry', { id, version, at: getTimeFromNow(600).toISOString() });
  expect(scheduled.entry.state).toBe('SCHEDULED');
  expect((await getItem('PAGE', slug)).status).toBe(410);
  const moved = { kind: 'PUBLICATION', at: getTimeFromNow(1_200).toISOString() } as const;
  await call('changeSchedule', { id, version: scheduled.entry.version, ...moved });
  expect((await getItem('PAGE', slug)).status).toBe(410);
  await api.database.pool.query('update entries set published_at = now() where id = $1', [id]);
  expect((await getItem('PAGE', slug)).status).toBe(200);
});

it('an entry whose publication is scheduled is not withdrawn, also if visitors saw it before', async () => {
  const first = await makeEntry(api.ctx, 'PAGE', { publishedAt: getTimeFromNow(600) });
  const back = await makeEntry(api.ctx, 'PAGE', { withdrawnAt: getTimeFromNow(-60) });
  const { version } = await call('openEntry', { id: back.id });
  await call('scheduleEntry', { id: back.id, version, at: getTimeFromNow(600).toISOString() });
  for (const { id } of [first, back]) {
    const refused = await getFailure(withdrawEntry(editor.client, id));
    expect(refused).toMatchObject({
      code: 'conflict',
      message: 'Visitors do not see this entry yet, so it cannot be withdrawn. Cancel its publication instead.',
    });
    expect((await call('openEntry', { id })).entry.state).toBe('SCHEDULED');
  }
  expect((await getItem('PAGE', first.slug)).status).toBe(404);
  expect((await getItem('PAGE', back.slug)).status).toBe(410);
});

it.each<[string, (id: number, version: string) => Promise<unknown>]>([
  ['a withdrawal', (id, version) => call('withdrawEntry', { id, version, isWithdrawn: true })],
  ['a rename', (id, version) => call('renameEntry', { id, version, slug: 'too-late' })],
])(
  '%s of an entry that somebody changed meanwhile is refused; a draft saved meanwhile is no reason',
  async (_what, act) => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE');
    const { entry, version, content } = await call('openEntry', { id });
    const saved = await call('saveDraft', { id, version, content: { ...content, title: 'Published meanwhile' } });
    await call('publishEntry', { id, version: saved.version });
    expect((await getFailure(act(id, entry.version))).code).toBe('conflict');
    expect((await getItem('PAGE', slug)).body.title).toBe('Published meanwhile');
    const again = await call('openEntry', { id });
    await call('saveDraft', { id, version: again.version, content: { ...content, title: 'A draft' } });
    await expect(act(id, again.entry.version)).resolves.toBeDefined();
  },
);

describe('a text that cannot be rendered', () => {
  it('is a problem of the check with its line, and is not published, kept or published with others', async () => {
    const { id, version } = await makeDraft('PAGE', { body: `Text\n\n${tooNested}` });
    const message = expect.stringContaining('nests quotes, lists or emphasis');
    expect((await call('checkEntry', { id })).problems).toEqual([{ path: 'body', line: 3, message }]);
    const refusal = { code: 'unprocessable', fields: [{ path: 'body', message }] };
    expect(await getFailure(call('publishEntry', { id, version }))).toMatchObject(refusal);
    expect(await getFailure(call('keepVersion', { id, version, label: 'Kept' }))).toMatchObject(refusal);
    const other = await makeDraft('PAGE', { title: 'Other' });
    const selected = await Promise.all(
      [id, other.id].map(async (each) => (await call('openEntry', { id: each })).entry),
    );
    const entries = selected.map((entry) => ({ id: entry.id, version: entry.version }));
    const { items } = await call('planBulkAct', { kind: 'PUBLISH', entries });
    expect(items).toMatchObject([
      { willChange: false, problems: [{ path: 'body', line: 3, message }] },
      { willChange: true, problems: [] },
    ]);
  });

  it('in 5 s is refused, and visitors get their answers meanwhile', async () => {
    const { slug } = await makeEntry(api.ctx, 'PAGE');
    const { id } = await makeDraft('PAGE', { body: '**a'.repeat(40_000) });
    let isChecked = false;
    const checked = call('checkEntry', { id }).finally(() => {
      isChecked = true;
    });
    let longestWait = 0;
    while (!isChecked) {
      const start = performance.now();
      expect((await getItem('PAGE', slug)).status).toBe(200);
      longestWait = Math.max(longestWait, performance.now() - start);
      await sleep(50);
    }
    const message = expect.stringMatching(/^takes too long to format\. Look for many unclosed asterisks/);
    expect((await checked).problems).toEqual([{ path: 'body', line: null, message }]);
    expect(longestWait).toBeLessThan(4_000);
  });
});

describe('a renamed entry', () => {
  it('keeps its old address as a redirect, and every link to it leads to the new one', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'old', formerSlugs: ['older'] });
    const body =
      'A [link](/old), [with fragment](/old#s-part "Title"), `[code](/old)`, [other](/old-other), [ref].\n\n[ref]: /old?x=1\n';
    const linking = await makeEntry(api.ctx, 'PAGE', { text: { body } });
    await makeEntry(api.ctx, 'PAGE', { slug: 'old-other' });
    const { id: draft } = await makeDraft('PAGE', { body: 'Draft [link](/old)\n' });
    const { rewritten, entry } = await renameEntry(editor.client, id, 'new');
    expect(rewritten).toBe(2);
    expect(entry).toMatchObject({ entry: { slug: 'new' }, formerSlugs: ['old', 'older'] });
    for (const slug of ['old', 'older']) expect((await getItem('PAGE', slug)).body.slug).toBe('new');
    expect((await call('openEntry', { id: linking.id })).content.body).toBe(
      'A [link](/new), [with fragment](/new#s-part "Title"), `[code](/old)`, [other](/old-other), [ref].\n\n[ref]: /new?x=1\n',
    );
    expect((await call('openEntry', { id: draft })).content.body).toBe('Draft [link](/new)\n');
  });

  it('is renamed although a draft or a text that links to it cannot be read', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'before' });
    const body = `[link](/before) ${tooNested}`;
    const unreadable = await makeDraft('PAGE', { title: 'Unreadable', body });
    const readable = await makeDraft('PAGE', { title: 'Readable', body: '[link](/before)\n' });
    const published = await makeEntry(api.ctx, 'PAGE');
    await api.database.pool.query('update revisions set body = $1 where entry_id = $2', [body, published.id]);
    const author = await makeUser(api.ctx, 'EDITOR', 'Another author');
    await api.database.pool.query('update entries set created_by = $1 where id = $2', [author.id, unreadable.id]);
    expect((await renameEntry(editor.client, id, 'after')).rewritten).toBe(1);
    const readBody = async (entryId: number) => (await call('openEntry', { id: entryId })).content.body;
    expect(await readBody(unreadable.id)).toBe(body);
    expect(await readBody(published.id)).toBe(body);
    expect(await readBody(readable.id)).toBe('[link](/after)\n');
    expect((await getItem('PAGE', 'before')).body.slug).toBe('after');
  });

  it('is renamed in the fields that name it', async () => {
    const { id } = await makeEntry(api.ctx, 'PLAN', { slug: 'small' });
    const fields = { ...sampleFields.SERVICE, plans: ['small'] };
    const { slug } = await makeEntry(api.ctx, 'SERVICE', { text: { fields } });
    await renameEntry(editor.client, id, 'starter');
    expect((await getItem('SERVICE', slug)).body.fields.plans).toEqual(['starter']);
  });

  it('is renamed in every own field with a path to it, of texts and drafts', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'old' });
    const sheets = (path: string) => [
      sampleFields.INFOGRAPHIC.sheets[0],
      { ...sampleFields.INFOGRAPHIC.sheets[0], source: { title: 'Old', url: `${path}#s-part` } },
    ];
    const chart = await makeEntry(api.ctx, 'INFOGRAPHIC', { text: { fields: { sheets: sheets('/old') } } });
    const trivia = await makeDraft('TRIVIA', { fields: withSource('/old') });
    expect((await renameEntry(editor.client, id, 'new')).rewritten).toBe(2);
    expect((await getItem('INFOGRAPHIC', chart.slug)).body.fields.sheets).toEqual(sheets('/new'));
    expect((await call('openEntry', { id: trivia.id })).content.fields).toEqual(withSource('/new'));
  });

  it('can go back to an address that it had', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'first' });
    await renameEntry(editor.client, id, 'second');
    const { entry } = await renameEntry(editor.client, id, 'first');
    expect(entry).toMatchObject({ entry: { slug: 'first' }, formerSlugs: ['second'] });
    expect((await getItem('PAGE', 'second')).body.slug).toBe('first');
  });

  it('cannot take the address of another entry', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'one' });
    await makeEntry(api.ctx, 'PAGE', { slug: 'two' });
    expect((await getFailure(renameEntry(editor.client, id, 'two'))).code).toBe('conflict');
    expect((await getItem('PAGE', 'one')).status).toBe(200);
  });

  it('cannot take an address that another entry takes at the same time', async () => {
    const [first, second] = [await makeEntry(api.ctx, 'PAGE'), await makeEntry(api.ctx, 'PAGE')];
    const failures = await api.ctx.db.transaction(async (db) => {
      await renameLockedEntry({ db }, await lockEntry({ db }, first.id), 'wanted', null);
      const failure = getFailure(renameEntry(editor.client, second.id, 'wanted'));
      const countWaiting = async () => {
        const { rows } = await db.execute(sql`select from pg_locks where not granted
          and transactionid = pg_current_xact_id()::xid`);
        return rows.length;
      };
      await expect.poll(countWaiting).toBe(1);
      // In an array, because a transaction that returned the promise would wait for it.
      return [failure];
    });
    expect(await failures[0]).toMatchObject({ code: 'conflict', fields: [{ path: 'slug' }] });
  });
});

it('a published entry is in its list, a draft is not', async () => {
  const { id, version, slug } = await makeDraft('APP');
  const list = async () => getSlugs(await api.get(getEntryUrl('APP', 'list')));
  expect(await list()).toEqual([]);
  await call('publishEntry', { id, version });
  expect(await list()).toEqual([slug]);
});

describe('undoing', () => {
  const undo = async (id: number) => {
    const { lastAct } = await call('openEntry', { id });
    if (!lastAct) throw new Error('There is nothing to undo');
    return call('undoAct', { id: lastAct.id });
  };

  it('a publication brings back the text that visitors saw, and the draft', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'APP', { text: { title: 'The first zeppelin' } });
    const before = (await getItem('APP', slug)).body;
    const { version, content } = await call('openEntry', { id });
    const saved = await call('saveDraft', { id, version, content: { ...content, title: 'The second balloon' } });
    await call('publishEntry', { id, version: saved.version });
    const undone = await undo(id);
    expect((await getItem('APP', slug)).body).toEqual(before);
    expect(undone).toMatchObject({
      content: { title: 'The second balloon' },
      entry: { isChanged: true },
      lastAct: null,
    });
    const searchSlugs = async (searchTerm: string) =>
      (await api.get(`/api/search/list?q=${searchTerm}`)).body.items.map((hit: { slug: string }) => hit.slug);
    expect(await searchSlugs('zeppelin')).toEqual([slug]);
    expect(await searchSlugs('balloon')).toEqual([]);
  });

  it('a first publication hides the entry again, and a schedule is taken back', async () => {
    const { id, slug, version } = await makeDraft('PAGE');
    await call('publishEntry', { id, version });
    const { version: draft } = await undo(id);
    expect((await getItem('PAGE', slug)).status).toBe(404);
    await call('scheduleEntry', { id, version: draft, at: getTimeFromNow(600).toISOString() });
    expect((await getItem('PAGE', slug)).status).toBe(404);
    expect(await undo(id)).toMatchObject({ entry: { state: 'DRAFT', publishedAt: null } });
  });

  it('a withdrawal shows the entry again', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE');
    await withdrawEntry(editor.client, id);
    await undo(id);
    expect((await getItem('PAGE', slug)).status).toBe(200);
  });

  it('keeps a draft that was written since', async () => {
    const { id, version } = await makeDraft('PAGE');
    const published = await call('publishEntry', { id, version });
    const content = { ...published.content, title: 'Written since' };
    await call('saveDraft', { id, version: published.version, content });
    expect((await undo(id)).content.title).toBe('Written since');
  });

  it('a rename brings back the address and the links of other texts, and keeps the other name as a redirect', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { slug: 'the-first-name' });
    const linking = await makeEntry(api.ctx, 'PAGE', { text: { body: 'To [it](/the-first-name#s-part).\n' } });
    const before = (await getItem('PAGE', linking.slug)).body;
    await renameEntry(editor.client, id, 'the-second-name');
    const undone = await undo(id);
    expect(undone).toMatchObject({
      entry: { slug: 'the-first-name' },
      formerSlugs: ['the-second-name'],
      lastAct: null,
    });
    expect((await getItem('PAGE', linking.slug)).body).toEqual(before);
    expect((await getItem('PAGE', 'the-second-name')).body.slug).toBe('the-first-name');
  });

  it('is refused after a later act, and twice', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    const { lastAct } = await withdrawEntry(editor.client, id);
    await withdrawEntry(editor.client, id, false);
    expect((await getFailure(call('undoAct', { id: lastAct?.id ?? 0 }))).code).toBe('conflict');
    const last = (await call('openEntry', { id })).lastAct?.id ?? 0;
    await call('undoAct', { id: last });
    expect((await getFailure(call('undoAct', { id: last }))).code).toBe('conflict');
  });
});
