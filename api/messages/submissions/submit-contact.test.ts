import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ContactInput } from '../../../contract/forms/contact-form.ts';
import { fromPage, hostileTexts, invalidSenders } from '../../../testing/sample-forms.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { createApi } from '../../http/plugin.ts';

const api = await setUpApi(removeMessages);

function makeForm(overrides: Partial<ContactInput> = {}): ContactInput {
  return {
    name: "Siobhán O'Beirne",
    email: 'siobhan+site@example.org',
    message: 'Two links, one duct.',
    key: randomUUID(),
    ...overrides,
  };
}

function submit(form: object, headers: Record<string, string> = fromPage) {
  return api.get('/api/contact/submit', { method: 'POST', headers, payload: form });
}

describe('a contact message', () => {
  it('is stored as typed, with a mail to its sender and one to the company, before it is acknowledged', async () => {
    const form = makeForm({
      company: 'Weir & Sons',
      contactNumber: '0117 496 0142',
      countryCode: 'GB',
      pathName: '/our-plans/large',
    });
    const { key: _key, ...typed } = form;
    const { status, body } = await submit({ ...form, fillTime: '9000', homepage: '' });
    expect(status).toBe(200);
    expect(body).toEqual({
      reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      error: null,
      submitted: typed,
    });
    const [stored] = await api.ctx.db.select().from(submissions);
    expect(stored).toMatchObject({
      kind: 'CONTACT',
      name: form.name,
      email: form.email,
      message: form.message,
      phone: '+441174960142',
      sourcePath: '/our-plans/large',
    });
    const mails = await api.ctx.db.select().from(outbox);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['inbox@site.example', form.email]);
    for (const mail of mails) expect(`${mail.subject}\n${mail.body}`).toContain(body.reference);
  });

  it('sent 50 times at once with one key is stored once, with the same response', async () => {
    const form = makeForm();
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(form)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(1);
    expect(await api.ctx.db.select().from(outbox)).toHaveLength(2);
  });

  it('is refused with 422 when its key was used for another text', async () => {
    const form = makeForm();
    await submit(form);
    const { status, body } = await submit({ ...form, message: 'Something else' });
    expect(status).toBe(422);
    expect(body.error.code).toBe('unprocessable');
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(1);
  });

  it.each([...hostileTexts, ['blanks around it', '  kept  ']])(
    'is stored byte for byte if it contains %s',
    async (_what, message) => {
      expect((await submit(makeForm({ message }))).status).toBe(200);
      const [stored] = await api.ctx.db.select().from(submissions);
      expect(stored?.message).toBe(message);
    },
  );

  it.each([
    ...invalidSenders,
    ['message', { message: '' }],
    ['message', { message: 'a\0b' }],
    ['message', { message: 'x'.repeat(5_001) }],
  ])('is refused at the field %s for %j', async (field, wrong) => {
    const { status, body } = await submit({ ...makeForm(), ...wrong });
    expect(status).toBe(400);
    expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual([field]);
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(0);
  });

  it('is refused with unknown fields, another content type, or too many bytes', async () => {
    expect((await submit({ ...makeForm(), admin: true })).status).toBe(400);
    expect(
      (
        await api.get('/api/contact/submit', {
          method: 'POST',
          headers: { ...fromPage, 'content-type': 'text/xml' },
          payload: '<a/>',
        })
      ).status,
    ).toBe(415);
    expect((await submit(makeForm({ message: 'x'.repeat(2_000_000) }))).status).toBe(413);
  });

  it.each([
    ['another site', { ...fromPage, 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { ...fromPage, 'sec-fetch-site': 'same-site' }],
    [
      'an old browser on another site',
      { origin: 'https://evil.example', host: 'site.example', cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' },
    ],
    ['a program without an origin', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' }],
    ['a page without the pair', { 'sec-fetch-site': 'same-origin' }],
    ['a page with another pair', { ...fromPage, 'x-xsrf-token': 'abd' }],
  ])('is refused with 403 from %s', async (_who, headers) => {
    expect((await submit(makeForm(), headers)).status).toBe(403);
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(0);
  });

  it('names no telephone to the company if only a country code was given', async () => {
    await submit(makeForm({ countryCode: 'GB' }));
    const [stored] = await api.ctx.db.select().from(submissions);
    expect(stored).toMatchObject({ contactNumber: null, phone: null });
    const mails = await api.ctx.db.select().from(outbox);
    expect(mails.find(({ recipient }) => recipient === 'inbox@site.example')?.body).not.toContain('Telephone');
  });

  it('is stored with the number as typed when the number is invalid', async () => {
    await submit(makeForm({ contactNumber: 'ask at the desk' }));
    const [stored] = await api.ctx.db.select().from(submissions);
    expect(stored).toMatchObject({ contactNumber: 'ask at the desk', phone: null });
  });
});

describe('a receipt', () => {
  it('returns a known reference and nothing else', async () => {
    const { body } = await submit(makeForm());
    expect((await api.get(`/api/form/receipt?reference=${body.reference}`)).body).toEqual({
      reference: body.reference,
      // A setting of the installation.
      sendsMail: true,
      hasConsultation: false,
    });
    expect((await api.get('/api/form/receipt?reference=0000-0000')).status).toBe(404);
  });
});

describe('the token for scripts', () => {
  it('is set once, on first need, for this site only, and Secure over TLS', async () => {
    const first = await api.get('/api/form/token');
    expect(first.headers['set-cookie']).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Strict$/);
    expect(first.headers['cache-control']).toBe('no-store');
    const again = await api.get('/api/form/token', { headers: { cookie: 'XSRF-TOKEN=abc' } });
    expect(again.headers['set-cookie']).toBeUndefined();
    // Any client can send this header; it counts only from a trusted proxy.
    const claimed = { url: '/api/form/token', headers: { 'x-forwarded-proto': 'https' } };
    expect((await api.app.inject(claimed)).headers['set-cookie']).not.toContain('Secure');
    const behindProxy = await createApi(api.ctx, { trustProxy: (_address, hop) => hop < 1 });
    expect((await behindProxy.inject(claimed)).headers['set-cookie']).toMatch(/; Secure$/);
    await behindProxy.close();
  });
});
