import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { completeForms } from '../../contract/content/form-defaults.ts';
import { mailTemplates } from '../../contract/content/mail-templates.ts';
import { createTestClient } from '../../testing/api.ts';
import { sampleBodies } from '../../testing/sample-forms.ts';
import { setUpContentFolder, setUpEditorApi } from '../../testing/set-up.ts';
import { exportContent } from './import-export/export.ts';
import { importContent } from './import-export/import.ts';
import { ContentError } from './import-export/problems.ts';
import { publishSettingFields } from './settings.ts';

const { api } = await setUpEditorApi();
const folder = setUpContentFolder();
const file = 'settings/forms.yaml';

const readForms = async () => (await api.get('/api/settings')).body.forms;

describe('the setting of forms', () => {
  it('has a default for every field, and shows visitors no mail and no answer', async () => {
    const { mails: _, answers: __, ...forms } = completeForms({});
    expect(await readForms()).toEqual(forms);
    await publishSettingFields(api.ctx, 'forms', {
      contact: { send: 'Post it' },
      note: { text: 'We keep it a year.' },
    });
    expect(await readForms()).toEqual({
      ...forms,
      contact: { ...forms.contact, send: 'Post it' },
      note: { text: 'We keep it a year.' },
    });
  });

  it('words the mails to visitors, with their placeholders filled in', async () => {
    await publishSettingFields(api.ctx, 'company', { name: 'Orchard {reference}' });
    await publishSettingFields(api.ctx, 'forms', {
      mails: {
        greeting: 'Good day {name},',
        closing: 'The pickers of {company}',
        contact: {
          subject: 'Letter {reference}',
          text: 'Your letter is here: {reference}.\n\nWe {consultation} soon.',
        },
      },
      consultation: { name: 'talk' },
    });
    const email = 'ada@example.org';
    const body = { ...sampleBodies.submitContact(), name: 'Ada {company}', email };
    const { reference } = (await createTestClient(api.ctx).call('submitContact', body as never)) as {
      reference: string;
    };
    const { rows } = await api.ctx.db.execute(sql`select subject, body from outbox where recipient = ${email}`);
    expect(rows).toEqual([
      {
        subject: `Letter ${reference}`,
        body: `Good day Ada,\n\nYour letter is here: ${reference}.\n\nWe talk soon.\n\nThe pickers of Orchard {reference}\n`,
      },
    ]);
  });
});

describe('the file of forms', () => {
  const yaml = `consultation:
  host: Grace
  lengthMinutes: 45
mails:
  booked:
    text: |
      It is on

        {time}

      {link}
`;

  it('is imported, and exported with the same bytes', async () => {
    await folder.write(file, yaml);
    await importContent(api.ctx, folder.path);
    expect((await readForms()).consultation).toMatchObject({ host: 'Grace', lengthMinutes: 45, noticeMinutes: 1_440 });
    const exported = await mkdtemp(join(tmpdir(), 'forms-'));
    await exportContent(api.ctx, exported);
    expect(await readFile(join(exported, file), 'utf8')).toBe(yaml);
    await rm(exported, { recursive: true });
  });

  const mail = (name: string, text: string) => `mails:\n  ${name}:\n    text: ${text}\n`;
  it.each([
    ['an unknown placeholder', mail('contact', '"{reference} of {nmae}"'), 'mails.contact.text', 3, '{nmae}'],
    ['a placeholder of another mail', mail('contact', '"{reference} {link}"'), 'mails.contact.text', 3, '{link}'],
    ['a mail without its link', mail('booked', '"{time}"'), 'mails.booked.text', 3, 'must contain {link}'],
    ['a brace alone', mail('contact', '"{reference"'), 'mails.contact.text', 3, 'brace'],
    ['an unknown mail', mail('weather', 'Rain'), 'mails', 2, 'weather'],
    ['a long text', mail('contact', `"{reference}${'x'.repeat(4_000)}"`), 'mails.contact.text', 3, '4,000 characters'],
    ['a subject of two lines', 'mails:\n  contact:\n    subject: "a\\nb"\n', 'mails.contact.subject', 3, 'one line'],
    ['a receipt without its reference', 'receipt:\n  lede: Thanks.\n', 'receipt.lede', 2, '{reference}'],
    ['a length of no time', 'consultation:\n  lengthMinutes: 4\n', 'consultation.lengthMinutes', 2, '5'],
    ['an unknown channel', 'consultation:\n  channel: fax\n', 'consultation.channel', 2, 'telephone'],
    [
      'a subject on another site',
      'enquiry:\n  subjects:\n    - label: A\n      to: https://a.example\n',
      'enquiry.subjects.0.to',
      4,
      'path of this site',
    ],
    [
      'a subject without a page',
      'enquiry:\n  subjects:\n    - label: A\n      to: /blog/none\n',
      'enquiry.subjects.0.to',
      4,
      '/blog/none',
    ],
    ['a type that takes no enquiry', 'enquiry:\n  types: [BLOG]\n', 'enquiry.types.0', 2, 'SERVICE'],
    [
      '21 subjects',
      `enquiry:\n  subjects:\n${'    - {label: A, to: /blogs}\n'.repeat(21)}`,
      'enquiry.subjects',
      3,
      '20 items',
    ],
  ])('is refused with its line for %s', async (_name, text, field, line, message) => {
    await folder.write(file, text);
    const refusal = await importContent(api.ctx, folder.path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ContentError);
    expect((refusal as ContentError).problems).toMatchObject([
      { file, field, line, message: expect.stringContaining(message) },
    ]);
  });

  it('can have the default words of every mail', async () => {
    const mails = Object.entries(mailTemplates).map(([name, { subject, text }]) => [name, { subject, text }]);
    await publishSettingFields(api.ctx, 'forms', { mails: Object.fromEntries(mails) });
  });
});
