import { entryTypes, typesWithPages } from '../../../contract/content/entry-types.ts';
import { fixedPaths, formPaths } from '../../../contract/content/site-paths.ts';
import { endpoints } from '../../../contract/http/endpoints.ts';
import type { Random } from '../../../site/drawings/seeded-random.ts';
import { fromPage, sampleBodies } from '../../../testing/sample-forms.ts';
import { createJsonPost } from '../forms.ts';
import type { RawRequest } from '../raw-http.ts';
import { createHostileMultipart } from './multipart.ts';
import { createHostileText, createHostileValue, hostileCharacters, hostileNumbers, injections } from './values.ts';

export interface HostileRequest {
  kind: string;
  request: RawRequest;
}

const reads = endpoints.filter(({ method }) => method === 'GET');
const writes = endpoints.filter(({ method, upload }) => method === 'POST' && !upload);
const pagePaths: string[] = [
  ...fixedPaths,
  ...typesWithPages.flatMap((type) => {
    const { listPath, itemPath, categoryPath } = entryTypes[type];
    return [listPath, `${itemPath}x`, categoryPath ? `${categoryPath}x` : null].filter((path) => path !== null);
  }),
];

/** Encodes a text for a URL. Lone surrogates, which `encodeURIComponent` refuses, become WTF-8 bytes. */
function encode(text: string): string {
  return [...text]
    .map((character) => {
      const point = character.codePointAt(0) ?? 0;
      if (point < 0xd800 || point > 0xdfff) return encodeURIComponent(character);
      return `%ED%${(0x80 | ((point >> 6) & 0x3f)).toString(16)}%${(0x80 | (point & 0x3f)).toString(16)}`;
    })
    .join('');
}

/** Returns a text for a request line: percent-encoded, or as raw bytes with only white space and controls replaced. */
function encodeForAddress(random: Random, text: string): string {
  if (random.chance(0.7)) return encode(text);
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[\s\p{Cc}]/gu, '+');
}

function createQuery(random: Random, names: string[]): string {
  const chosen = names.filter(() => random.chance(0.7));
  const extra = random.chance(0.2) ? [createHostileText(random).slice(0, 40)] : [];
  const pairs = [...chosen, ...extra].flatMap((name) =>
    Array.from(
      { length: random.chance(0.1) ? 3 : 1 },
      () => `${encode(name)}=${encodeForAddress(random, createHostileText(random))}`,
    ),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function createApiRead(random: Random): RawRequest {
  const { path, input } = random.pick(reads);
  const filled = path.replace(/\{(\w+)\}/g, () => encodeForAddress(random, createHostileText(random)));
  return { path: filled + createQuery(random, Object.keys(input.shape)) };
}

function createNumberRead(random: Random): RawRequest {
  const { path, input } = random.pick(reads);
  const createValue = () => encodeForAddress(random, random.pick(hostileNumbers));
  const pairs = Object.keys(input.shape).map((name) => `${name}=${createValue()}`);
  return { path: `${path.replace(/\{(\w+)\}/g, createValue)}?${pairs.join('&')}` };
}

/** Returns a valid body with some fields replaced, removed or added, or a body of another shape. */
function createApiWrite(random: Random): RawRequest {
  const { path, target } = random.pick(writes);
  const name = 'name' in target ? target.name : 'submitContact';
  const valid = sampleBodies[name as keyof typeof sampleBodies]() as Record<string, unknown>;
  if (random.chance(0.15)) return createJsonPost(path, createHostileValue(random));
  const fields = [
    ...Object.keys(valid),
    'company',
    'contactNumber',
    'countryCode',
    'pathName',
    'files',
    'interests',
    'city',
  ];
  for (const field of fields) if (random.chance(0.25)) valid[field] = createHostileValue(random, 2);
  if (random.chance(0.1)) valid[createHostileText(random).slice(0, 60)] = 1;
  const text = JSON.stringify(valid);
  if (random.chance(0.1)) return createJsonPost(path, text.slice(0, random.int(0, text.length)));
  if (random.chance(0.05)) return createJsonPost(path, `${'['.repeat(20_000)}${text}`);
  return createJsonPost(path, text);
}

function createPageRequest(random: Random): RawRequest {
  const path = random
    .pick(pagePaths)
    .replace(/x$/, () => encodeForAddress(random, random.pick([...hostileCharacters, ...injections])));
  return {
    path:
      path +
      createQuery(random, [
        'q',
        'type',
        'page',
        'admin',
        'pathName',
        'position',
        'reference',
        'manage',
        'slot',
        'interests',
      ]),
  };
}

function createPageForm(random: Random): RawRequest {
  const path = random.pick(formPaths).replace(':slug', () => encode(createHostileText(random)));
  const names = [
    'name',
    'email',
    'message',
    'subject',
    'key',
    'slot',
    'timeZone',
    'act',
    'manage',
    'countryCode',
    'files',
  ];
  const body = names
    .filter(() => random.chance(0.7))
    .map(
      (name) =>
        `${name}=${encodeForAddress(random, random.chance(0.3) ? 'ada@example.org' : createHostileText(random))}`,
    )
    .join('&');
  const type: [string, string] = ['content-type', 'application/x-www-form-urlencoded'];
  return { method: 'POST', path, headers: [...Object.entries(fromPage), type], body };
}

/** Returns a header value with any character except the three that end a header line. */
function createHeaderText(random: Random): string {
  return Buffer.from(createHostileText(random).slice(0, 2_000))
    .toString('latin1')
    .replace(/[\r\n\0]/g, ' ');
}

const headerNames =
  'accept accept-encoding accept-language cookie x-xsrf-token origin referer range if-none-match if-modified-since if-range content-type content-encoding expect x-forwarded-for x-forwarded-host x-forwarded-proto x-request-id authorization sec-gpc sec-fetch-site user-agent te upgrade connection transfer-encoding content-length host'.split(
    ' ',
  );
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'G',
];

function createHeaderMix(random: Random): RawRequest {
  const headers = Array.from({ length: random.int(1, 8) }, (): [string, string] => [
    random.pick(headerNames),
    createHeaderText(random),
  ]);
  const path = random.pick([
    ...pagePaths,
    ...reads.map((row) => row.path),
    '/assets/x.js',
    '/robots.txt',
    '/sitemap.xml',
  ]);
  const body = random.chance(0.2) ? createHostileText(random) : undefined;
  return { method: random.pick(methods), path, headers, ...(body === undefined ? {} : { body }) };
}

const kinds: Record<string, (random: Random) => RawRequest> = {
  'numbers in the API': createNumberRead,
  'texts in the API': createApiRead,
  'a body of the API': createApiWrite,
  'an address of a page': createPageRequest,
  'a form of a page': createPageForm,
  'a mix of headers': createHeaderMix,
  'a multipart body': createHostileMultipart,
};

/** Yields `count` hostile requests, each kind in turn. The same seed yields the same requests. */
export function* createHostileRequests(random: Random, count: number): Generator<HostileRequest> {
  const makers = Object.entries(kinds);
  for (let index = 0; index < count; index++) {
    const [kind, make] = makers[index % makers.length] as (typeof makers)[number];
    yield { kind, request: make(random) };
  }
}
