import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailTemplates } from '../../../contract/content/mail-templates.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';
import { makeUser, type TestUser } from '../../../testing/studio.ts';
import { createSettingContent, publishSettingFields } from '../../content/settings.ts';
import { outbox } from '../../db/tables.ts';
import { renderMailHtml } from './mail-html.ts';

const { ctx } = await setUpApi(removeContent);
let editor: TestUser;
beforeAll(async () => {
  editor = await makeUser(ctx, 'EDITOR', 'Grace Hopper');
});
afterEach(() => ctx.db.delete(outbox));

const preview = (mail: keyof typeof mailTemplates = 'contact') => editor.client.call('previewMail', { mail });

/** Saves a draft of the setting Forms in which the mail about a message has another subject. */
async function saveDraft(subject: string) {
  await publishSettingFields(ctx, 'forms', {});
  const { items } = await editor.client.call('listContent', { type: 'SETTING' });
  const id = items.find(({ slug }) => slug === 'forms')?.id ?? 0;
  const { version } = await editor.client.call('openEntry', { id });
  const content = createSettingContent('forms', { mails: { contact: { subject } } });
  await editor.client.call('saveDraft', { id, version, content });
  return id;
}

describe('the preview of a mail', () => {
  it('fills in every placeholder, and leaves no paragraph out; visitors answer the company, and it them', async () => {
    for (const mail of Object.keys(mailTemplates) as (keyof typeof mailTemplates)[]) {
      const { subject, text, html, from, replyTo } = await preview(mail);
      const { to, text: words } = mailTemplates[mail];
      const values = `${subject}${text}${html}`;
      expect(values, mail).not.toMatch(/\{[a-z]+\}/i);
      for (const plain of words.split(/\{\w+\}|\n\n/)) expect(text, mail).toContain(plain);
      expect(text.startsWith('Hello Ada'), mail).toBe(to === 'visitor');
      expect(from).toBe('Our company <hello@example.com>');
      expect(replyTo, mail).toBe(to === 'company' ? 'ada@example.org' : 'inbox@site.example');
    }
  });

  it('has the words of the draft, which visitors do not get yet, and of the published setting without one', async () => {
    expect(await preview()).toMatchObject({ isDraft: false, problem: null });
    await saveDraft('Thanks! {reference}');
    expect(await preview()).toMatchObject({ subject: 'Thanks! 7K3M-92QD', isDraft: true, problem: null });
    await saveDraft('{nonsense}');
    const { subject, isDraft, problem } = await preview();
    expect([subject, isDraft]).toEqual(['We have your message (7K3M-92QD)', false]);
    expect(problem).toContain('mails.contact.subject {nonsense} is not filled in here');
  });

  it('is sent to the user alone, marked as a test, ten times an hour', async () => {
    const send = () => editor.client.call('sendTestMail', { mail: 'contact' });
    const { recipient, isSent } = await send();
    expect(isSent).toBe(true);
    expect(await ctx.db.select().from(outbox)).toMatchObject([
      { recipient, subject: '[Test] We have your message (7K3M-92QD)', submissionId: null, fromName: null },
    ]);
    expect((await ctx.db.select().from(outbox))[0]?.body).toMatch(/^Hello Grace/);
    for (let sent = 1; sent < 10; sent += 1) await send();
    await expect(send()).rejects.toMatchObject({ status: 429 });
  });

  it('is sent by nobody who only reads', async () => {
    const reader = await makeUser(ctx, 'READER');
    await expect(reader.client.call('sendTestMail', { mail: 'contact' })).rejects.toThrow('does not permit');
    expect(await reader.client.call('previewMail', { mail: 'booked' })).toMatchObject({ subject: expect.any(String) });
  });
});

const company = { name: 'Orchard & Row', siteUrl: 'https://orchard.example' };
const render = (body: string, subject = 'Hello') => renderMailHtml({ subject, body }, company);

it('has the paragraphs and lines of the plain text, and lets the time of an appointment stand out', () => {
  const html = render('Hello Ada,\n\nYour consultation is booked for\n\n  Monday 04 Jan, 09:00\n\nOne\nTwo\n');
  expect(html).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/);
  expect(html).toContain('>Orchard &#x26; Row</p>');
  expect([...html.matchAll(/<p dir="auto"[^>]*>(.*?)<\/p>/g)].map(([, text]) => text).slice(1)).toEqual([
    'Hello Ada,',
    'Your consultation is booked for',
    '<strong>Monday 04 Jan, 09:00</strong>',
    'One<br>Two',
  ]);
});

it('makes links of addresses of the site alone, and text of everything that a stranger can write', () => {
  const own = 'https://orchard.example/book-a-free-consultation?manage=a.b&to=1';
  const html = render(`Open ${own}\n\nhttps://evil.example <img src=x onerror=alert(1)> https://orchard.example.evil`);
  expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address)).toEqual([own.replace('&', '&#x26;')]);
  expect(html).not.toMatch(/<img|<script/);
  expect(render('', '</title><script>')).not.toContain('<script>');
});
