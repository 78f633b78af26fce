import { expect, it } from 'vitest';
import { describeLogRecord, nameActor } from '../../contract/studio/log-kinds.ts';
import { makeSubmission } from '../../testing/message-makers.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { getFailure, makeUser } from '../../testing/studio.ts';
import { callStudio } from '../../testing/studio-api.ts';
import { verifyLog } from './verify.ts';

const api = await setUpApi();

it('says who did, read and failed to do what, without a word of a visitor', async () => {
  const owner = await makeUser(api.ctx, 'OWNER', 'Hedy Lamarr');
  const editor = await makeUser(api.ctx, 'EDITOR', 'Grace Hopper');
  const { call } = owner.client;
  const typed = 'typed.by-mistake@example.com';
  const { reference } = await makeSubmission(api.ctx, { name: 'Ada Byron', email: 'ada@example.org' });

  const { id } = await editor.client.call('createEntry', { type: 'BLOG', title: 'On compilers' });
  const { version } = await editor.client.call('openEntry', { id });
  await editor.client.call('deleteEntry', { id, version });
  await call('inviteUser', { name: 'Joan Clarke', email: 'joan@example.com', role: 'AUTHOR' });
  await call('cancelInvitation', { email: 'joan@example.com' });
  await call('changeUser', { id: editor.id, role: 'AUTHOR', isDisabled: true });
  // Nothing of a visitor is in these answers.
  await call('listMessages', { q: 'nobody' });
  await call('find', { q: 'compilers' });
  await call('consultations', { from: '2030-01-01', days: 7 });
  for (const name of ['listMessages', 'find', 'today'] as const) await call(name, { q: 'Ada' } as object);
  await call('openMessage', { reference });
  await call('openMessage', { reference });
  await call('noteMessage', { reference, text: 'Ada Byron wants a call.' });
  await call('findPersonalData', { email: 'ada@example.org' });
  await call('renewFeed', { adviser: 1 });
  await call('sendTestMail', { mail: 'contact' });
  await call('checkExternalLinks', {});
  await call('exportRedirects', {});
  const { secret } = await call('createApiToken', { name: 'Export', scopes: ['read-messages'], days: 1 });
  await callStudio(api, 'openMessage', { reference }, null, { authorization: `Bearer ${secret}` });
  await callStudio(api, 'signInWithPassword', { email: typed, password: 'x'.repeat(20), code: '123456' });
  // An act that fails leaves no record.
  await getFailure(call('removeRedirect', { path: '/none' }));

  const { items, total } = await call('log', { size: 100 });
  const sentences = items.map((record) => {
    const words = describeLogRecord(record).map(({ text }) => text);
    return `${nameActor(record).join('')} ${words.join('')}`;
  });
  expect(sentences.toReversed()).toEqual([
    'Grace Hopper created “On compilers”',
    'Grace Hopper deleted “On compilers”',
    'Hedy Lamarr invited Joan Clarke as Author',
    'Hedy Lamarr cancelled the invitation of joan@example.com',
    'Hedy Lamarr gave Grace Hopper the role Author',
    'Hedy Lamarr disabled the account of Grace Hopper',
    'Hedy Lamarr read lists that name visitors',
    `Hedy Lamarr opened the message ${reference}`,
    `Hedy Lamarr noted something about the message ${reference}`,
    'Hedy Lamarr looked for what is stored about an address',
    'Hedy Lamarr made a new calendar feed of the adviser 1',
    'Hedy Lamarr sent a test e-mail to their own address',
    'Hedy Lamarr had all links to other sites checked',
    'Hedy Lamarr exported all redirects',
    'Hedy Lamarr made the token “Export”',
    `Hedy Lamarr by the token “Export” opened the message ${reference}`,
    'Somebody failed to sign in with a password',
  ]);
  expect(total).toBe(sentences.length);
  expect(JSON.stringify(items)).not.toMatch(/\bada\b|byron|typed|mistake|call\./i);
  expect((await call('log', { kind: 'reading' })).items.map(({ kind }) => kind)).toEqual([
    'message.READ',
    'privacy.FIND',
    'message.READ',
    'message.LIST',
  ]);
  expect((await call('log', { thing: `message:${reference}`, by: String(owner.id) as never })).total).toBe(3);
  expect((await call('log', { kind: 'user.DISABLE' })).items[0]?.facts).toMatchObject({ sessions: 1, invitations: 0 });
  expect((await call('log', { q: 'compilers', when: '1' })).total).toBe(2);
  expect((await verifyLog(api.ctx)).problems).toEqual([]);
});
