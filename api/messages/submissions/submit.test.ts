import { randomUUID } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ContactInput } from '../../../contract/forms/contact-form.ts';
import type { EnquiryInput } from '../../../contract/forms/enquiry-form.ts';
import { getInvalidFields } from '../../../testing/api.ts';
import { createRecordingLogger } from '../../../testing/logger.ts';
import { fromPage, hostileTexts, invalidSenders } from '../../../testing/sample-forms.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { createApi } from '../../http/plugin.ts';

const api = await setUpApi(removeMessages);

function makeContact(overrides: Partial<ContactInput> = {}): ContactInput {
  return {
    name: "Siobhán O'Beirne",
    email: 'siobhan+site@example.org',
    message: 'Two links, one duct.',
    key: randomUUID(),
    ...overrides,
  };
}

function submitContact(form: object, headers: Record<string, string> = fromPage) {
  return api.get('/api/contact/submit', { method: 'POST', headers, payload: form });
}

describe('a contact message', () => {
  it('is stored as typed, with a mail to its sender and one to the company, before it is acknowledged', async () => {
    const form = makeContact({
      company: 'Weir & Sons',
      contactNumber: '0117 496 0142',
      countryCode: 'GB',
      pathName: '/our-plans/large',
    });
    const { key: _key, ...typed } = form;
    const { status, body } = await submitContact({ ...form, fillTime: '9000', homepage: '' });
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
    const form = makeContact();
    const answers = await Promise.all(Array.from({ length: 50 }, () => submitContact(form)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(1);
    expect(await api.ctx.db.select().from(outbox)).toHaveLength(2);
  });

  it('is refused with 422 when its key was used for another text', async () => {
    const form = makeContact();
    await submitContact(form);
    const { status, body } = await submitContact({ ...form, message: 'Something else' });
    expect(status).toBe(422);
    expect(body.error.code).toBe('unprocessable');
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(1);
  });

  it.each([...hostileTexts, ['blanks around it', '  kept  ']])(
    'is stored byte for byte if it contains %s',
    async (_what, message) => {
      expect((await submitContact(makeContact({ message }))).status).toBe(200);
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
    const { status, body } = await submitContact({ ...makeContact(), ...wrong });
    expect(status).toBe(400);
    expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual([field]);
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(0);
  });

  it('is refused with unknown fields, another content type, or too many bytes', async () => {
    expect((await submitContact({ ...makeContact(), admin: true })).status).toBe(400);
    expect(
      (
        await api.get('/api/contact/submit', {
          method: 'POST',
          headers: { ...fromPage, 'content-type': 'text/xml' },
          payload: '<a/>',
        })
      ).status,
    ).toBe(415);
    expect((await submitContact(makeContact({ message: 'x'.repeat(2_000_000) }))).status).toBe(413);
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
    expect((await submitContact(makeContact(), headers)).status).toBe(403);
    expect(await api.ctx.db.select().from(submissions)).toHaveLength(0);
  });

  it('names no telephone to the company if only a country code was given', async () => {
    await submitContact(makeContact({ countryCode: 'GB' }));
    const [stored] = await api.ctx.db.select().from(submissions);
    expect(stored).toMatchObject({ contactNumber: null, phone: null });
    const mails = await api.ctx.db.select().from(outbox);
    expect(mails.find(({ recipient }) => recipient === 'inbox@site.example')?.body).not.toContain('Telephone');
  });

  it('is stored with the number as typed when the number is invalid', async () => {
    await submitContact(makeContact({ contactNumber: 'ask at the desk' }));
    const [stored] = await api.ctx.db.select().from(submissions);
    expect(stored).toMatchObject({ contactNumber: 'ask at the desk', phone: null });
  });
});

describe('a receipt', () => {
  it('returns a known reference and nothing else', async () => {
    const { body } = await submitContact(makeContact());
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

function makeEnquiry(overrides: Partial<EnquiryInput> = {}): EnquiryInput {
  return {
    name: "Siobhán O'Beirne",
    email: 'siobhan+site@example.org',
    subject: '/what-we-do/networks',
    key: randomUUID(),
    ...overrides,
  };
}

function submitEnquiry(form: object, headers: Record<string, string> = fromPage) {
  return api.get('/api/business/business-requests', { method: 'POST', headers, payload: form });
}

const loadRows = () => api.ctx.db.select().from(submissions).orderBy(submissions.id);
const loadMails = () => api.ctx.db.select().from(outbox).orderBy(outbox.id);
const findMailsTo = async (recipient: string) => (await loadMails()).filter((mail) => mail.recipient === recipient);

describe('a business enquiry', () => {
  it('is stored as typed, with a mail to its sender and one to the company, before it is acknowledged', async () => {
    const form = makeEnquiry({
      message: 'Two links, one duct.',
      company: 'Weir & Sons',
      contactNumber: '0117 496 0142',
      countryCode: '44',
      pathName: '/what-we-do/networks',
      persona: 'engineer',
      interests: ['networks', 'a-withdrawn-one'],
      country: 'United Kingdom',
      region: 'England',
      city: 'Bristol',
    });
    const { status, body } = await submitEnquiry(form);
    expect([status, body]).toEqual([
      200,
      { reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/), error: null },
    ]);
    const { key: _key, contactNumber: _number, countryCode: _code, pathName, ...asTyped } = form;
    const [stored] = await loadRows();
    expect(stored).toMatchObject({
      ...asTyped,
      kind: 'ENQUIRY',
      phone: '+441174960142',
      sourcePath: pathName,
      mergedInto: null,
      closedAt: null,
    });
    expect((await loadMails()).map(({ recipient }) => recipient)).toEqual([form.email, 'inbox@site.example']);
    const [toSender, toCompany] = await loadMails();
    expect(toSender?.subject).toBe(`We have your enquiry (${body.reference})`);
    expect(toCompany?.body).toContain('About: https://site.example/what-we-do/networks');
    expect(toCompany?.body).toContain('Interests: networks, a-withdrawn-one');
    expect(toCompany?.body).toContain('Place: Bristol, England, United Kingdom');
    expect((await api.get(`/api/form/receipt?reference=${body.reference}`)).status).toBe(200);
  });

  it('needs only a name, an e-mail address and a subject', async () => {
    expect((await submitEnquiry(makeEnquiry())).status).toBe(200);
    expect((await loadRows())[0]).toMatchObject({ message: '', interests: [], persona: null, country: null });
  });

  it('sent 50 times at once with one key is stored once, with the same response', async () => {
    const form = makeEnquiry();
    const answers = await Promise.all(Array.from({ length: 50 }, () => submitEnquiry(form)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(await loadRows()).toHaveLength(1);
    expect(await loadMails()).toHaveLength(2);
  });

  it('is refused with 422 when its key was used for other content', async () => {
    const form = makeEnquiry();
    await submitEnquiry(form);
    for (const other of [{ message: 'Something else' }, { interests: ['networks'] }, { subject: '/' }]) {
      const { status, body } = await submitEnquiry({ ...form, ...other });
      expect([status, body.error.code]).toEqual([422, 'unprocessable']);
    }
    expect(await loadRows()).toHaveLength(1);
  });

  it.each([...hostileTexts, ['an array of PostgreSQL', '{"a","b",NULL}'], ['blanks around it', '  kept  ']])(
    'is stored byte for byte if its texts contain %s',
    async (_what, text) => {
      const typed = { name: text, message: text, persona: text, interests: [text, text], company: text, city: text };
      expect((await submitEnquiry(makeEnquiry(typed))).status).toBe(200);
      expect((await loadRows())[0]).toMatchObject(typed);
      for (const { subject } of await loadMails()) expect(subject).not.toMatch(/[\r\n]/);
    },
  );

  it.each([
    ...invalidSenders,
    ['subject', { subject: '' }],
    ['subject', { subject: 'https://evil.example/' }],
    ['subject', { subject: '//evil.example' }],
    ['subject', { subject: `/${'x'.repeat(200)}` }],
    ['message', { message: 'a\0b' }],
    ['message', { message: 'x'.repeat(5_001) }],
    ['persona', { persona: 'x'.repeat(201) }],
    ['interests', { interests: 'networks' }],
    ['interests', { interests: Array.from({ length: 51 }, () => 'x') }],
    ['interests.0', { interests: ['a\0b'] }],
    ['company', { company: 'x'.repeat(121) }],
    ['contactNumber', { contactNumber: '1'.repeat(41) }],
    ['countryCode', { countryCode: '+441234' }],
    ['country', { country: 'x'.repeat(121) }],
    ['region', { region: 'a\0b' }],
    ['city', { city: 7 }],
  ])('is refused at the field %s for %j', async (field, wrong) => {
    const answer = await submitEnquiry({ ...makeEnquiry(), ...wrong });
    expect([answer.status, getInvalidFields(answer)]).toEqual([400, [field]]);
    expect(await loadRows()).toHaveLength(0);
  });

  it.each(['name', 'email', 'subject', 'key'])('is refused without %s', async (field) => {
    const answer = await submitEnquiry({ ...makeEnquiry(), [field]: undefined });
    expect([answer.status, getInvalidFields(answer)]).toEqual([400, [field]]);
  });

  it('is refused with unknown fields', async () => {
    expect((await submitEnquiry({ ...makeEnquiry(), mergedInto: 1 })).status).toBe(400);
    expect((await submitEnquiry({ ...makeEnquiry(), admin: true })).status).toBe(400);
  });

  it('is refused with 403 from another site', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect((await submitEnquiry(makeEnquiry(), { ...fromPage, 'sec-fetch-site': site })).status).toBe(403);
    expect(await loadRows()).toHaveLength(0);
  });
});

describe('a second enquiry of the same person about the same subject', () => {
  const first = { contactNumber: '0117 496 0142', countryCode: 'GB' };

  async function submitTwo(second: Partial<EnquiryInput>) {
    const opened = await submitEnquiry(makeEnquiry(first));
    const added = await submitEnquiry(makeEnquiry({ message: 'One more thing', ...second }));
    const [one, two] = await loadRows();
    return { opened, added, one, two };
  }

  it.each([
    ['by the same e-mail address', {}],
    ['by the same e-mail address in other case', { email: 'Siobhan+SITE@example.org' }],
  ])('is stored and added to the open one: %s', async (_how, second) => {
    const { opened, added, one, two } = await submitTwo(second);
    expect(two).toMatchObject({ mergedInto: one?.id, message: 'One more thing', reference: added.body.reference });
    const [receipt] = (await findMailsTo(two?.email ?? '')).slice(-1);
    expect(receipt?.subject).toBe(`Added to your open enquiry ${opened.body.reference}`);
    expect((await findMailsTo('inbox@site.example')).map(({ subject }) => subject)).toEqual([
      expect.not.stringContaining('added'),
      expect.stringContaining(`added to ${opened.body.reference}`),
    ]);
  });

  it('from another address with the same number is merged for the company, and its sender learns nothing of the first', async () => {
    const stranger = { email: 'other@example.org', contactNumber: '+44 (117) 4960-142', countryCode: 'GB' };
    const { opened, added, one, two } = await submitTwo(stranger);
    expect(two).toMatchObject({ mergedInto: one?.id, message: 'One more thing', reference: added.body.reference });
    const alone = await submitEnquiry(
      makeEnquiry({ ...stranger, email: 'alone@example.org', contactNumber: '0117 496 0143' }),
    );
    const [receipt] = await findMailsTo('other@example.org');
    const [usual] = await findMailsTo('alone@example.org');
    const maskReference = (text: string | undefined, reference: string) => text?.replaceAll(reference, 'REF');
    expect(maskReference(receipt?.subject, added.body.reference)).toBe(
      maskReference(usual?.subject, alone.body.reference),
    );
    expect(maskReference(receipt?.body, added.body.reference)).toBe(maskReference(usual?.body, alone.body.reference));
    const [, notice] = await findMailsTo('inbox@site.example');
    expect(notice?.subject).toContain(`added to ${opened.body.reference}`);
    expect(notice?.body).toContain('has the same telephone number but a different e-mail address');
  });

  it('gets the same answer as if nobody else had the same number', async () => {
    const stranger = await submitEnquiry(makeEnquiry({ ...first, email: 'other@example.org' }));
    const opened = await submitEnquiry(makeEnquiry(first));
    const added = await submitEnquiry(makeEnquiry(first));
    expect((await findMailsTo('siobhan+site@example.org')).map(({ subject }) => subject)).toEqual([
      `We have your enquiry (${opened.body.reference})`,
      `Added to your open enquiry ${opened.body.reference}`,
    ]);
    const [one, ...others] = await loadRows();
    expect(one?.reference).toBe(stranger.body.reference);
    expect(others.map(({ mergedInto }) => mergedInto)).toEqual([one?.id, one?.id]);
    expect(added.body.reference).not.toBe(opened.body.reference);
  });

  it.each([
    ['a letter that only Unicode lowers to the same', '\u212aelvin@example.org', 'kelvin@example.org'],
    ['a dotted capital I', '\u0130da@example.org', 'i\u0307da@example.org'],
  ])('is not merged with an address that differs by %s', async (_what, theirs, ours) => {
    const opened = await submitEnquiry(makeEnquiry({ email: ours }));
    await submitEnquiry(makeEnquiry({ email: theirs }));
    for (const { subject, body } of await findMailsTo(theirs))
      expect(subject + body).not.toContain(opened.body.reference);
  });

  it('is not merged into an enquiry that is itself merged, or whose first enquiry was closed', async () => {
    await submitEnquiry(makeEnquiry({ ...first, email: 'other@example.org' }));
    await submitEnquiry(makeEnquiry(first));
    await api.ctx.db.update(submissions).set({ closedAt: new Date() }).where(isNull(submissions.mergedInto));
    await submitEnquiry(makeEnquiry());
    expect((await loadRows()).map(({ mergedInto }) => mergedInto !== null)).toEqual([false, true, false]);
  });

  it('is answered like a new enquiry', async () => {
    const { opened, added } = await submitTwo({});
    expect(added.status).toBe(opened.status);
    expect(Object.keys(added.body)).toEqual(Object.keys(opened.body));
    expect(added.body.reference).not.toBe(opened.body.reference);
    expect((await api.get(`/api/form/receipt?reference=${added.body.reference}`)).status).toBe(200);
  });

  const asBefore = { kind: 'ENQUIRY' as const };
  it.each<[string, Partial<typeof submissions.$inferInsert>, Partial<EnquiryInput>]>([
    ['about another subject', asBefore, { subject: '/our-plans/large' }],
    ['from another person', asBefore, { email: 'other@example.org' }],
    ['after the first was closed', { closedAt: new Date() }, {}],
    ['while the first is suspicious', { quarantinedFor: 'links' }, {}],
    ['after a message that is no enquiry', { kind: 'CONTACT' }, {}],
  ])('is a separate enquiry %s', async (_when, change, second) => {
    await submitEnquiry(makeEnquiry(first));
    await api.ctx.db.update(submissions).set(change);
    await submitEnquiry(makeEnquiry(second));
    expect((await loadRows()).map(({ mergedInto }) => mergedInto)).toEqual([null, null]);
  });

  it('and a third are both merged into the first', async () => {
    for (let count = 0; count < 3; count++) await submitEnquiry(makeEnquiry());
    const [one, ...others] = await loadRows();
    expect(others.map(({ mergedInto }) => mergedInto)).toEqual([one?.id, one?.id]);
  });

  it('is merged when both arrive at once: of 20 concurrent enquiries one stays open', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) =>
        // Known by address, by number, or by both: locks of one person must not deadlock.
        submitEnquiry(makeEnquiry([{}, first, { ...first, email: `SIOBHAN+site@example.org` }][index % 3])),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const stored = await loadRows();
    expect(stored).toHaveLength(20);
    const open = stored.filter(({ mergedInto }) => mergedInto === null);
    expect(open).toHaveLength(1);
    expect(new Set(stored.map(({ mergedInto }) => mergedInto))).toEqual(new Set([null, open[0]?.id]));
    expect(await loadMails()).toHaveLength(40);
  });
});

describe('the duplicate check', () => {
  const check = (query: string) => api.get(`/api/business/check-email-phone?${query}`);

  it('answers known and unknown senders alike, and must not be cached', async () => {
    await submitEnquiry(makeEnquiry({ contactNumber: '0117 496 0142', countryCode: 'GB' }));
    const queries = [
      'email=siobhan%2Bsite@example.org',
      'email=siobhan%2Bsite@example.org&contactNumber=0117+496+0142&countryCode=GB',
      'email=nobody@example.org&contactNumber=1&countryCode=%2B44',
    ];
    for (const query of queries) {
      const { status, headers, body } = await check(query);
      expect([status, body, headers['cache-control']]).toEqual([200, { error: null }, 'no-store']);
    }
  });

  it.each([
    ['email', ''],
    ['email', 'email=nobody'],
    ['contactNumber', `email=a@example.org&contactNumber=${'1'.repeat(41)}`],
    ['countryCode', 'email=a@example.org&countryCode=Britain'],
  ])('refuses a wrong %s: %s', async (field, query) => {
    const answer = await check(query);
    expect([answer.status, getInvalidFields(answer)]).toEqual([400, [field]]);
  });

  it('leaves no query in the log, accepted or refused', async () => {
    const { logger, lines } = createRecordingLogger();
    const app = await createApi(api.ctx, { logger });
    for (const query of [
      'email=typed@example.org&contactNumber=0117',
      'email=typed',
      'email=typed@example.org&email=b',
    ])
      await app.inject(`/api/business/check-email-phone?${query}`);
    await app.close();
    expect(lines.length).toBeGreaterThan(2);
    expect(JSON.stringify(lines)).not.toMatch(/typed|0117|email=/);
  });
});
