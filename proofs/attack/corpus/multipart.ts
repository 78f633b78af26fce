import type { Random } from '../../../site/drawings/seeded-random.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { createFlatPng } from '../attacks/picture-bombs.ts';
import type { RawRequest } from '../raw-http.ts';
import { createHostileText } from './values.ts';

const pictures = await Promise.all([
  createFlatPng(50_000_000, 1, 1),
  createFlatPng(1, 60_000, 1),
  createFlatPng(0, 0, 1),
  createFlatPng(8, 8),
]);
const dispositions = [
  'form-data; name="file"; filename="a.png"',
  'form-data; name="file"; filename="a.pdf"',
  'form-data; name="file"; filename=""',
  'form-data; name="file"; filename*=UTF-8\'\'%ff%fe.png',
  'form-data; name="file"; filename="../../a.png"',
  'form-data; name="file"; filename="a.png\0.exe"',
  'form-data; name="message"',
  'form-data; name="__proto__"',
  'form-data; name',
  'form-data',
  'attachment; filename="a.png"',
  '',
];
const types = ['image/png', 'application/pdf', 'text/html', 'multipart/mixed; boundary=b', 'x', ''];

/** Returns a request with a malformed multipart body, or with parts that contradict their headers. */
export function createHostileMultipart(random: Random): RawRequest {
  const boundary = random.pick(['b', 'x'.repeat(70), 'x'.repeat(300), "'()+_,-./:=?", 'a b', '']);
  const parts = Array.from({ length: random.pick([0, 1, 2, 6, 60]) }, () => {
    const content = random.chance(0.4) ? random.pick(pictures) : Buffer.from(createHostileText(random));
    const lines = [`content-disposition: ${random.pick(dispositions)}`, `content-type: ${random.pick(types)}`];
    const head = lines.filter(() => random.chance(0.9)).join(random.chance(0.9) ? '\r\n' : '\n');
    return Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
  });
  const whole = Buffer.concat([...parts, Buffer.from(random.chance(0.7) ? `--${boundary}--\r\n` : `--${boundary}`)]);
  const body = random.chance(0.2) ? whole.subarray(0, random.int(0, whole.length)) : whole;
  const type = `multipart/form-data${random.chance(0.9) ? `; boundary=${boundary}` : ''}`;
  return {
    method: 'POST',
    path: random.pick(['/api/file/upload', '/contact-us', '/', '/what-we-do/x', '/book-a-free-consultation']),
    headers: [...Object.entries(fromPage), ['content-type', type]],
    body,
  };
}
