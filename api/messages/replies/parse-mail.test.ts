import { describe, expect, it } from 'vitest';
import { writeDeliveryReport, writeMultipartMail, writeRawMail } from '../../../testing/raw-mails.ts';
import { splitQuotedText } from './clean-text.ts';
import { convertHtmlToText } from './html-to-text.ts';
import { replyLimits } from './limits.ts';
import { parseMail } from './parse-mail.ts';
import { readMail } from './read-mail.ts';

const unreadable = ['Its text and files: they cannot be read here. Look at the mail in the mailbox.'];

describe('a mail that comes back', () => {
  it('is its sender, subject, text and files', async () => {
    const raw = writeMultipartMail(
      'multipart/mixed',
      [
        ['Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable', 'Gr=FC=DFe'],
        [
          'Content-Type: application/pdf; name=plan.pdf\r\nContent-Disposition: attachment; filename=plan.pdf',
          Buffer.from('%PDF-'),
        ],
        ['Content-Type: text/calendar; method=REQUEST', 'BEGIN:VCALENDAR\r\nRRULE:FREQ=SECONDLY\r\nEND:VCALENDAR'],
      ],
      {
        from: '=?utf-8?B?w4RkYQ==?= <Ada@Example.org>',
        subject: '=?iso-8859-1?Q?Gr=FC=DFe?=',
        messageId: '<m1@example.org>',
        fields: ['In-Reply-To: <a@site.example>', 'References: <b@site.example>\r\n <a@site.example>'],
      },
    );
    const { files, ...mail } = await parseMail(raw);
    expect(mail).toEqual({
      messageId: '<m1@example.org>',
      contentSha256: expect.stringMatching(/^[\da-f]{64}$/),
      inReplyTo: '<a@site.example>',
      referenceIds: ['<b@site.example>', '<a@site.example>'],
      from: { name: 'Äda', address: 'Ada@Example.org' },
      subject: 'Grüße',
      text: 'Grüße',
      size: raw.length,
      automaticReason: null,
      leftOut: [],
      reports: [],
    });
    expect(files.map(({ name, mimeType, bytes }) => [name, mimeType, String(bytes).slice(0, 15)])).toEqual([
      ['plan.pdf', 'application/pdf', '%PDF-'],
      ['unnamed.calendar', 'text/calendar', 'BEGIN:VCALENDAR'],
    ]);
  });

  it('is the plain part of two, and the words of HTML alone, without scripts and pictures of strangers', async () => {
    const html =
      '<p>Hello <b>there</b></p><script>alert(1)</script><img src="https://evil.example/x" onerror="alert(1)">';
    const both = [
      ['Content-Type: text/plain', 'Plain'],
      ['Content-Type: text/html', html],
    ] as const;
    expect((await readMail(writeMultipartMail('multipart/alternative', both))).text).toBe('Plain');
    const { text } = await readMail(writeMultipartMail('multipart/alternative', both.slice(1)));
    expect(text).toBe('Hello there');
  });

  it.each([
    ['Auto-Submitted: auto-replied', /^A program sent it \(Auto-Submitted: auto-replied\)/],
    ['Precedence: bulk', /Precedence: bulk/],
    ['Precedence: auto_reply', /Precedence/],
    ['X-Auto-Response-Suppress: All', /x-auto-response-suppress/],
    ['X-Autoreply: yes', /x-autoreply/],
    ['List-Id: <news.example.org>', /mailing list/],
    ['List-Unsubscribe: <https://example.org/out>', /mailing list/],
    ['Return-Path: <>', /no return path/],
    ['Auto-Submitted: no', null],
    ['Precedence: first-class', null],
    ['Return-Path: <ada@example.org>', null],
  ])('is automatic or not: %s', async (field, expected) => {
    const { automaticReason } = await readMail(writeRawMail({ fields: [field] }));
    if (expected) expect(automaticReason).toMatch(expected);
    else expect(automaticReason).toBeNull();
  });

  it('is the report of a failed delivery, and not that of a delay', async () => {
    const named = { recipient: 'ada@example.org', messageId: '<a@site.example>' };
    expect((await readMail(writeDeliveryReport(named))).reports).toEqual([
      { recipient: 'ada@example.org', reason: '550 5.1.1 no such user', messageIds: ['<a@site.example>'] },
    ]);
    const delayed = await readMail(writeDeliveryReport({ ...named, action: 'delayed' }));
    expect(delayed).toMatchObject({ reports: [], files: [], automaticReason: expect.stringContaining('program') });
  });
});

describe('a hostile mail', () => {
  it('has no control characters, no reversed order and no further lines in its head', async () => {
    const mail = await readMail(
      writeRawMail({
        from: `=?utf-8?B?${btoa('Ada\r\nBcc: all@evil.example')}?= <ada@example.org>`,
        subject: '=?utf-8?Q?Hello=0D=0AX-Evil:_1=00=E2=80=AEgpj.exe?=',
        body: 'a\u202eb\u2066c\u0000d\u0007e\u001b[31m\r\nnext\tline\r\n',
      }),
    );
    expect(mail.from).toEqual({ name: 'Ada Bcc: all@evil.example', address: 'ada@example.org' });
    expect(mail.subject).toBe('Hello X-Evil: 1 gpj.exe');
    expect(mail.text).toBe('abcde[31m\nnext\tline');
  });

  it.each([
    ['no sender', { from: '' }, ''],
    ['an address without a host', { from: 'ada' }, ''],
    ['a group', { from: 'undisclosed-recipients:;' }, ''],
    ['100,000 brackets', { from: '('.repeat(100_000) }, ''],
    ['two senders', { from: 'ada@example.org, bob@example.org' }, 'ada@example.org'],
  ])('with %s has that address', async (_what, mail, address) => {
    expect((await readMail(writeRawMail(mail))).from.address).toBe(address);
  });

  it.each([
    ['of 4 MB in one line', 'word '.repeat(800_000)],
    ['of 4 MB of spaces', `${' '.repeat(4_000_000)}x`],
    ['of 60,000 characters with quotations', '> '.repeat(30_000)],
  ])('is cut: a text %s', async (_what, body) => {
    const { text, leftOut } = await readMail(writeRawMail({ body }));
    expect(text.length).toBeLessThanOrEqual(replyLimits.textLength);
    expect(leftOut).toEqual(body.length > 200_000 ? ['The end of its text: it is longer than this site stores.'] : []);
  });

  function nest(depth: number): string {
    const levels = Array.from(
      { length: depth },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    );
    return `${levels.join('')}--b${depth}\r\n\r\ndeep\r\n`;
  }

  it('is read with 40 nested parts; with 500, only its head', async () => {
    const fields = ['Content-Type: multipart/mixed; boundary=b0'];
    expect((await parseMail(writeRawMail({ fields, body: nest(40) }))).text).toBe('deep');
    const deep = await parseMail(writeRawMail({ fields, body: nest(500), subject: 'Nested' }));
    expect(deep).toMatchObject({ subject: 'Nested', text: '', leftOut: unreadable });
  });

  it.each([
    ['30 MB of line breaks', { body: '\n'.repeat(30_000_000) }],
    [
      '60,000 parts',
      {
        fields: ['Content-Type: multipart/mixed; boundary=b'],
        body: '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(60_000),
      },
    ],
    ['3 MB of header', { fields: [`X: ${'x'.repeat(3_000_000)}`] }],
    ['100,000 header fields', { fields: Array.from({ length: 100_000 }, () => 'X: y') }],
  ])(
    'that takes too much memory or time is its head: %s',
    async (_what, mail) => {
      const before = process.memoryUsage.rss();
      const read = await parseMail(writeRawMail({ ...mail, subject: 'Head' }));
      expect(read).toMatchObject({
        subject: 'Head',
        from: { address: 'ada@example.org' },
        text: '',
        leftOut: unreadable,
      });
      // The mail itself is 30 MB; its parser would take gigabytes.
      expect(process.memoryUsage.rss() - before).toBeLessThan(250_000_000);
    },
    30_000,
  );

  it('with HTML that nests too deep says that its text cannot be read', async () => {
    const fields = ['Content-Type: text/html'];
    const { text, leftOut } = await readMail(writeRawMail({ fields, body: '<div>'.repeat(90_000) }));
    expect([text, leftOut]).toEqual(['', ['Its text: it is HTML that cannot be read. Read it in the mailbox.']]);
  });

  it('with an unknown character set or encoding is still readable', async () => {
    const fields = ['Content-Type: text/plain; charset=klingon', 'Content-Transfer-Encoding: quantum'];
    const { text } = await readMail(writeRawMail({ fields, body: Buffer.from('plain \xe4', 'latin1') }));
    expect(text).toMatch(/^plain /);
  });

  it('without a Message-ID gets one from its content, and two mails get two', async () => {
    const write = (body: string) => readMail(Buffer.from(`From: ada@example.org\r\n\r\n${body}`));
    const [first, same, other] = [await write('one'), await write('one'), await write('two')];
    expect(first.messageId).toBe(same.messageId);
    expect(first.messageId).toMatch(/^<[\da-f]{64}@no-message-id\.invalid>$/);
    expect(other.messageId).not.toBe(first.messageId);
    expect((await write('')).text).toBe('');
  });
});

it.each([
  ['<p>Hello <b>Ada</b>,</p><p>one<br>two</p>', 'Hello Ada,\n\none\ntwo\n\n'],
  ['<div>one</div><div>two</div>', 'one\ntwo\n'],
  ['<ul><li>one<li>two</ul>', '- one\n- two\n'],
  [
    'see <a href="https://x.example/a">here</a> and <a href="https://x.example">https://x.example</a>',
    'see here <https://x.example/a> and https://x.example',
  ],
  ['<a href="javascript:alert(1)">click</a> <a href="mailto:a@b.c">write</a>', 'click write'],
  ['answer<blockquote><p>old</p><blockquote>older</blockquote></blockquote>', 'answer\n> old\n\n>> older\n'],
  ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', 'a b\nc d\n'],
  ['<style>p{}</style><title>t</title><script>s</script><p hidden>h</p><p style="display: none">d</p>shown', 'shown'],
  ['<img src="https://track.example/x.gif"><img src="cid:logo" alt="Logo">', '[Logo]'],
  ['  many \n  blanks\t here ', 'many blanks here '],
])('keeps the words of %s', (html, text) => {
  expect(convertHtmlToText(html)).toBe(text);
});

it.each([
  ['a quotation', 'Yes.\n\n> Is it?\n> Ada', '> Is it?\n> Ada'],
  [
    'its introduction',
    'Yes.\n\nOn Mon, 4 Jan 2027 at 09:00, Ada wrote:\n\n> Is it?\n',
    'On Mon, 4 Jan 2027 at 09:00, Ada wrote:\n\n> Is it?\n',
  ],
  [
    'an introduction of two lines',
    'Yes.\n\nOn Mon, 4 Jan 2027 at 09:00,\nAda <ada@example.org> wrote:\n> Is it?',
    'On Mon, 4 Jan 2027 at 09:00,\nAda <ada@example.org> wrote:\n> Is it?',
  ],
  [
    'a German introduction',
    'Ja.\n\nAm 04.01.2027 um 09:00 schrieb Ada:\n> Ist es?',
    'Am 04.01.2027 um 09:00 schrieb Ada:\n> Ist es?',
  ],
  [
    'the head that Outlook writes',
    'Yes.\n\nFrom: Ada <ada@example.org>\nSent: Monday\nTo: Us\nSubject: Hello\n\nIs it?',
    'From: Ada <ada@example.org>\nSent: Monday\nTo: Us\nSubject: Hello\n\nIs it?',
  ],
  ['a line of Outlook', 'Yes.\n\n-----Original Message-----\nanything', '-----Original Message-----\nanything'],
])('folds %s', (_what, text, quoted) => {
  expect(splitQuotedText(text)).toEqual({ text: text.split('\n')[0], quoted });
});

it.each([
  ['no quotation', 'One line.\n\nFrom: here on it is ours.'],
  ['answers between the lines', '> One?\nYes.\n> Two?\nNo.'],
  ['a quotation alone', '> One?\n> Two?'],
  ['a colon at the end', 'We need:\n\n- a plan\n- a price'],
])('folds nothing of a text with %s', (_what, text) => {
  expect(splitQuotedText(text)).toEqual({ text, quoted: '' });
});

it('takes no time for a text of quotations', () => {
  const before = performance.now();
  splitQuotedText('> a\n'.repeat(50_000));
  splitQuotedText(`x\n${'\n>'.repeat(50_000)}`);
  splitQuotedText('From: a\n'.repeat(12_000));
  expect(performance.now() - before).toBeLessThan(1_000);
});
