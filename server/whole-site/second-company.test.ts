import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importContent } from '../../api/content/import-export/import.ts';
import { cities, states } from '../../api/db/tables.ts';
import { entryTypes, typesWithPages } from '../../contract/content/entry-types.ts';
import { fixedPaths } from '../../contract/content/site-paths.ts';
import { createSvgDocument } from '../../site/drawings/drawing.ts';
import { drawPlate } from '../../site/drawings/plate.ts';
import { createSocialImage } from '../../site/drawings/social-image.ts';
import {
  listCompanyNames,
  listContentTexts,
  listSentences,
  namesOfParts,
  normalizeText,
} from '../../testing/company-texts.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { getTestLook } from '../../testing/looks.ts';
import { decodeMail, type MailServer, readLink, startMailServer } from '../../testing/mail-server.ts';
import { getDatabaseUrl } from '../../testing/postgres.ts';
import { type SiteProcess, startSiteProcess } from '../../testing/running-site.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { projectFolder } from '../folders.ts';

// The company of `examples/` takes the place of the demo company. Nothing that the site then sends says a word of the
// demo company.

const [first, second] = [join(projectFolder, 'content'), join(projectFolder, 'examples/quoll-bridge')];

/** What the operator of the second company sets. */
const operator = {
  CAREERS_URL: 'https://work.quollbridge.example',
};

/** Names of the demo company that no field holds alone. */
const knownNames = ['WSE', 'Watershed', 'Bristol', 'Tallinn', 'BRS1', 'FRA2', 'TLL1', 'wse.example', '117 496'];

/** Characters from which a sentence or a label is taken for one of the demo company. */
const shortestSentence = 12;

let database: TestDatabase;
let mail: MailServer;
let site: SiteProcess;
let names: RegExp;
let sentences: Set<string>;

const escapeForRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

beforeAll(async () => {
  const [ours, theirs] = await Promise.all([listContentTexts(second), listContentTexts(first)]);
  const ownText = normalizeText(ours.map(({ text }) => text).join('\n'));
  const found = [...knownNames, ...(await listCompanyNames(first))].map(normalizeText);
  const shared = found.filter((name) => !ownText.includes(name));
  names = new RegExp(`(?<!\\w|Europe/)(?:${[...new Set(shared)].map(escapeForRegex).join('|')})(?!\\w)`, 'g');
  const own = new Set(ours.flatMap(({ text }) => listSentences(text)));
  sentences = new Set(
    theirs
      .flatMap(({ text }) => listSentences(text))
      .filter((each) => each.length >= shortestSentence && !own.has(each) && !namesOfParts.has(each.toLowerCase())),
  );
  database = await openTestDatabase();
  await importContent(database, second);
  await database.db.insert(states).values({ countryCode: 'AU', code: 'AU-TAS', name: 'Tasmania' });
  await database.db.insert(cities).values({ countryCode: 'AU', stateCode: 'AU-TAS', name: 'Hobart', folded: 'hobart' });
  mail = await startMailServer();
  const env = { ...operator, DATABASE_URL: getDatabaseUrl(database.config), SMTP_URL: mail.url };
  site = await startSiteProcess({ env });
});
afterAll(async () => {
  await site?.stop();
  await mail?.close();
  await database?.close();
});

/** The API is the same for every company: its description names the types by their addresses. */
const isTypeOfApi = (path: string, trace: string) =>
  path.startsWith('/api/') && typesWithPages.some((type) => entryTypes[type].listPath === `/${trace.toLowerCase()}`);

/** Returns every name and sentence of the demo company in a text, each with a few words around it. */
function findTraces(text: string, hasSentences = true): string[] {
  const plain = normalizeText(text);
  const named = [...plain.matchAll(names)].map(({ index, 0: name }) =>
    plain.slice(Math.max(0, index - 30), index + name.length + 30),
  );
  const parts = hasSentences ? text.split(/<[^>]*>|"/).flatMap(listSentences) : [];
  return [...new Set([...named, ...parts.filter((part) => sentences.has(part))])];
}

/**
 * Returns the addresses of this site that a text of the web links to. Each picture is requested in one size, and each
 * page without parameters.
 */
function listAddresses(text: string, type: string): string[] {
  const found = /html|xml/.test(type)
    ? [
        ...text.matchAll(
          /\b(?:href|src|action|poster)="([^"]+)"|\bcontent="((?:\/|https?:)[^"]+)"|<(?:loc|link|url)>([^<]+)</g,
        ),
      ].map(([, link, meta, element]) => link ?? meta ?? element ?? '')
    : [...text.matchAll(/["'(]((?:https?:\/)?\/[\w./-]+\.\w+)["')]/g)].map(([, path = '']) => path);
  return found.flatMap((target) => {
    const url = URL.parse(target.replaceAll('&amp;', '&'), site.address);
    if (url?.origin !== new URL(site.address).origin) return [];
    return [url.pathname + (/^\/(?:media|drawings|assets)\//.test(url.pathname) ? url.search : '')];
  });
}

const textual = /text|json|xml|javascript|svg|manifest/;

describe('a site that shows another company', () => {
  it('says nothing of the demo company on any page, and in any feed, script, style, drawing or file', async () => {
    const lists = typesWithPages.map((type) => entryTypes[type].listPath).filter((path) => path !== null);
    const files = ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/.well-known/security.txt', '/favicon.ico'];
    const feeds = ['', '/blogs', '/trivia', '/infographics'].flatMap((base) =>
      ['feed.xml', 'feed.atom', 'feed.json'].map((name) => `${base}/${name}`),
    );
    const others = [
      '/nothing-here',
      '/blog/nothing-here',
      '/api/nothing',
      '/api/openapi.json',
      '/search?q=wool',
      '/studio',
      '/icon.svg',
    ];
    const queue = [...fixedPaths, ...lists, ...files, ...feeds, ...others, '/social-image.png'];
    const known = new Set(queue);
    const traces: string[] = [];
    const failures: string[] = [];
    const counts = { pages: 0, texts: 0, pictures: 0 };
    async function visit(path: string): Promise<void> {
      const answer = await fetch(site.address + path);
      const type = answer.headers.get('content-type') ?? '';
      if (answer.status >= 400 && !path.includes('nothing')) failures.push(`${path}: ${answer.status}`);
      if (!textual.test(type)) {
        counts.pictures += (await answer.arrayBuffer()).byteLength > 0 ? 1 : 0;
        return;
      }
      const text = await answer.text();
      counts[type.startsWith('text/html') ? 'pages' : 'texts'] += 1;
      const found = findTraces(text, !/javascript|css/.test(type)).filter((trace) => !isTypeOfApi(path, trace));
      traces.push(...found.map((trace) => `${path}: ${trace}`));
      for (const next of listAddresses(text, type)) {
        // Pictures for social networks take longest to draw, and the next test reads their words: one of each type.
        const name = /^\/social-images\/\w+\//.exec(next)?.[0] ?? next;
        if (known.has(name)) continue;
        known.add(name);
        queue.push(next);
      }
    }
    const work = async () => {
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) await visit(path);
    };
    // A worker ends when the queue is empty for a moment, so the crawl is repeated until nothing is left.
    while (queue.length > 0) await Promise.all(Array.from({ length: 6 }, work));
    expect(failures).toEqual([]);
    expect(traces).toEqual([]);
    expect(counts.pages).toBeGreaterThan(30);
    expect(counts.texts).toBeGreaterThan(30);
    expect(counts.pictures).toBeGreaterThan(20);
  });

  it('draws social pictures from the words of the entry and the name of the company alone', async () => {
    const words = { label: 'Article', title: 'On tenterhooks', siteName: 'Quoll Bridge' };
    const { svg, blocks } = createSocialImage(
      words,
      drawPlate('TRIVIA', 'on-tenterhooks', 'cable'),
      true,
      getTestLook(),
    );
    const drawn = createSvgDocument(drawPlate('TRIVIA', 'on-tenterhooks', 'cable'));
    expect([findTraces(svg), findTraces(drawn)]).toEqual([[], []]);
    expect(blocks.map((block) => block.words.toLowerCase())).toEqual(
      Object.values(words).map((each) => each.toLowerCase()),
    );
  });

  it('says nothing of the demo company in mails, receipts and calendar files', async () => {
    const post = async (path: string, body: object) => {
      const answer = await fetch(site.address + path, {
        method: 'POST',
        headers: { ...fromPage, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      expect(answer.status, `${path} ${text}`).toBeLessThan(300);
      return JSON.parse(text) as { reference: string };
    };
    // One address may receive only a few mails an hour.
    const sender = () => ({ name: 'Ada', email: `${randomUUID()}@example.org`, key: randomUUID() });
    const { days } = (await (await fetch(`${site.address}/api/consultation/slots`)).json()) as {
      days: { slots: { start: string }[] }[];
    };
    const slot = days.flatMap(({ slots }) => slots).at(-1)?.start ?? '';
    const receipts = [
      await post('/api/contact/submit', { ...sender(), message: 'Have you a cloth for a coat?' }),
      await post('/api/business/business-requests', { ...sender(), subject: '/what-we-do/cloth-to-order' }),
      await post('/api/consultation/book', { ...sender(), slot, timeZone: 'Australia/Hobart' }),
      await post('/api/consultation/request', { ...sender(), timeZone: 'Australia/Hobart', message: 'A Sunday' }),
    ];
    await expect.poll(() => mail.received.length, { timeout: 60_000 }).toBe(2 * receipts.length);
    const texts = mail.received.map(({ raw }) => decodeMail(raw));
    const booked = mail.received.find(({ raw }) => decodeMail(raw).includes('?manage='));
    const link = readLink(booked?.raw ?? '', site.address);
    const paths = [
      new URL(link).pathname + new URL(link).search,
      `/api/consultation/calendar${new URL(link).search}`,
      ...receipts.map(({ reference }) => `/thank-you?reference=${reference}`),
      `/book-a-free-consultation-thank-you?reference=${receipts[2]?.reference}`,
    ];
    for (const path of paths) {
      const answer = await fetch(site.address + path);
      expect([path, answer.status]).toEqual([path, 200]);
      texts.push(await answer.text());
    }
    expect(texts.flatMap((text) => findTraces(text))).toEqual([]);
    expect(texts.join('\n')).toContain('Quoll Bridge');
  });
});
