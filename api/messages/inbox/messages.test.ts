import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { messageChange } from '../../../contract/studio/message-shapes.ts';
import { makeFile, makeMail, makeSubmission } from '../../../testing/message-makers.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser, type TestUser } from '../../../testing/studio.ts';
import { messageActs } from '../../db/message-tables.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { reopenForVisitor } from './acts.ts';

const api = await setUpApi(removeMessages);
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  ada = await makeUser(api.ctx, 'OPERATOR', 'Ada');
  grace = await makeUser(api.ctx, 'OWNER', 'Grace');
});

async function list(filter: Record<string, string> = {}, user = ada): Promise<string[]> {
  const { items } = await user.client.call('listMessages', filter);
  return items.map(({ name }) => name);
}
const open = (reference: string, user = ada) => user.client.call('openMessage', { reference });
const change = (references: string[], act: z.input<typeof messageChange>, user = ada) =>
  user.client.call('changeMessages', { references, change: act });

/** Returns what an answer needs, with a key of its own. */
async function makeAnswer(reference: string, user = ada) {
  const { seen, answer } = await open(reference, user);
  return { reference, subject: answer.subject, text: 'We can help.', seen, key: randomUUID() };
}

describe('the list of messages', () => {
  it('has the newest words of visitors first, without merged messages and the quarantine, page by page', async () => {
    const first = await makeSubmission(api.ctx, { name: 'first', heardAt: new Date(Date.now() - 3_000) });
    await makeSubmission(api.ctx, { name: 'second', heardAt: new Date(Date.now() - 2_000) });
    await makeSubmission(api.ctx, { name: 'more', mergedInto: first.id });
    await makeSubmission(api.ctx, { name: 'spam', quarantinedFor: 'spam 6: a link' });
    expect(await list()).toEqual(['second', 'first']);
    await reopenForVisitor(api.ctx, first.id);
    expect(await list()).toEqual(['first', 'second']);
    expect(await list({ state: 'QUARANTINE' })).toEqual(['spam']);
    const { items, next } = await ada.client.call('listMessages', { size: 1 });
    expect(items).toMatchObject([{ name: 'first', merged: 1, state: 'OPEN', isUnread: true }]);
    const rest = await ada.client.call('listMessages', { after: String(next), size: 1 });
    expect(rest).toMatchObject({ items: [{ name: 'second' }], next: null });
  });

  it('filters by kind, state, assignee, tag, unread and mails that were given up', async () => {
    const one = await makeSubmission(api.ctx, { name: 'one', kind: 'ENQUIRY' });
    const two = await makeSubmission(api.ctx, { name: 'two' });
    await makeMail(api.ctx, { submissionId: two.id, deadAt: new Date() });
    await change([one.reference], { kind: 'ASSIGN', to: ada.id });
    await change([one.reference], { kind: 'TAG', add: ['urgent', 'racks'] });
    await change([two.reference], { kind: 'STATUS', state: 'DONE' });
    expect(await list({ kind: 'ENQUIRY' })).toEqual(['one']);
    expect(await list({ state: 'OPEN' })).toEqual(['one']);
    expect(await list({ state: 'DONE' })).toEqual(['two']);
    expect(await list({ assignee: 'me' })).toEqual(['one']);
    expect(await list({ assignee: 'me' }, grace)).toEqual([]);
    expect(await list({ assignee: String(ada.id) }, grace)).toEqual(['one']);
    expect(await list({ assignee: 'nobody' })).toEqual(['two']);
    expect(await list({ tag: 'racks' })).toEqual(['one']);
    expect(await list({ mail: 'given-up' })).toEqual(['two']);
    await ada.client.call('markMessages', { references: [one.reference], isRead: true });
    expect(await list({ unread: 'yes' })).toEqual(['two']);
    expect(await list({ unread: 'yes' }, grace)).toEqual(['two', 'one']);
    await reopenForVisitor(api.ctx, one.id);
    expect(await list({ unread: 'yes' })).toEqual(['one', 'two']);
    await ada.client.call('markMessages', { references: [one.reference, two.reference], isRead: true });
    await ada.client.call('markMessages', { references: [two.reference], isRead: false });
    expect(await list({ unread: 'yes' })).toEqual(['two']);
    expect(await ada.client.call('messageCounts', {})).toEqual({
      open: 1,
      mine: 1,
      unassigned: 0,
      quarantine: 0,
      givenUp: 1,
    });
    const { people, tags } = await ada.client.call('messageChoices', {});
    expect(people.map(({ name }) => name)).toEqual(['Ada', 'Grace']);
    expect(tags).toEqual(['racks', 'urgent']);
  });

  it.each([
    ['a part of the name, without its accents', 'soren', 'Sören'],
    ['a part of the address', 'EXAMPLE.edu', 'Address'],
    ['words of the text in any order', 'hall third', 'Text'],
    ['words of a message that was merged into it', 'afterthought', 'Text'],
    ['a text without spaces', '京都', 'Kyoto'],
    ['full-width letters', 'ＡＢＣ', 'Wide'],
    ['a sign that stands for any character in patterns', '100%', 'Percent'],
  ])('finds messages by %s', async (_what, q, name) => {
    await makeSubmission(api.ctx, { name: 'Sören' });
    await makeSubmission(api.ctx, { name: 'Address', email: 'x@example.edu' });
    const text = await makeSubmission(api.ctx, { name: 'Text', message: 'A third rack in the hall' });
    await makeSubmission(api.ctx, { name: 'Part', message: 'An afterthought', mergedInto: text.id });
    await makeSubmission(api.ctx, { name: 'Kyoto', company: '東京都庁' });
    await makeSubmission(api.ctx, { name: 'Wide', message: 'abc' });
    await makeSubmission(api.ctx, { name: 'Percent', message: '100% sure' });
    await makeSubmission(api.ctx, { name: 'Other', message: '1000 words' });
    expect(await list({ q })).toEqual([name]);
  });

  it('finds a message by its reference', async () => {
    const { reference } = await makeSubmission(api.ctx, { name: 'found' });
    await makeSubmission(api.ctx);
    expect(await list({ q: reference.toLowerCase() })).toEqual(['found']);
  });
});

describe('acts', () => {
  it('on exact messages are one act, with what was left out, and are undone together', async () => {
    const [one, two] = [await makeSubmission(api.ctx), await makeSubmission(api.ctx, { closedAt: new Date() })];
    const done = await change([one.reference, two.reference, '0000-0000'], { kind: 'STATUS', state: 'DONE' });
    expect(done).toMatchObject({
      changed: [one.reference],
      skipped: [
        { reference: '0000-0000', reason: 'There is no such message.' },
        { reference: two.reference, reason: 'It was so already.' },
      ],
    });
    const undone = await grace.client.call('undoMessageAct', { group: String(done.group) });
    expect(undone).toMatchObject({ changed: [one.reference], skipped: [] });
    expect((await open(one.reference)).state).toBe('OPEN');
    expect((await open(one.reference)).timeline.at(-1)).toMatchObject({
      type: 'ACT',
      author: 'Ada',
      words: 'marked it as done',
      canUndo: false,
      undoneBy: 'Grace',
    });
    const again = grace.client.call('undoMessageAct', { group: String(done.group) });
    await expect(again).rejects.toMatchObject({ status: 409 });
  });

  it('are not undone where something newer changed the same, and are where it changed something else', async () => {
    const { reference } = await makeSubmission(api.ctx);
    const first = await change([reference], { kind: 'ASSIGN', to: ada.id });
    await change([reference], { kind: 'TAG', add: ['urgent'] });
    const second = await change([reference], { kind: 'ASSIGN', to: grace.id }, grace);
    expect(await ada.client.call('undoMessageAct', { group: String(first.group) })).toMatchObject({
      changed: [],
      skipped: [{ reference, reason: 'Grace has changed this since.' }],
    });
    await grace.client.call('undoMessageAct', { group: String(second.group) });
    expect(await ada.client.call('undoMessageAct', { group: String(first.group) })).toMatchObject({
      changed: [reference],
    });
    expect(await open(reference)).toMatchObject({ assignee: null, tags: ['urgent'] });
  });

  it('put messages into quarantine with their mails and back, whichever way it is undone', async () => {
    const { id, reference } = await makeSubmission(api.ctx);
    await makeMail(api.ctx, { submissionId: id });
    const spam = await change([reference], { kind: 'SPAM', reason: 'sells lists' });
    expect(spam.mails).toBe(1);
    expect(await open(reference)).toMatchObject({ state: 'QUARANTINE', spamReasons: ['sells lists'] });
    expect((await ada.client.call('undoMessageAct', { group: String(spam.group) })).mails).toBe(1);
    expect((await open(reference)).state).toBe('OPEN');
    await api.ctx.db.update(submissions).set({ quarantinedFor: 'spam 7: links to many hosts, a link' });
    expect((await open(reference)).spamReasons).toEqual(['links to many hosts', 'a link']);
    const released = await change([reference], { kind: 'NOT_SPAM' });
    await ada.client.call('undoMessageAct', { group: String(released.group) });
    expect((await open(reference)).spamReasons).toEqual(['links to many hosts', 'a link']);
  });

  it('assign messages only to people who may answer them', async () => {
    const { reference } = await makeSubmission(api.ctx);
    const reader = await makeUser(api.ctx, 'READER', 'Reader');
    await expect(change([reference], { kind: 'ASSIGN', to: reader.id })).rejects.toMatchObject({ status: 422 });
  });

  it('of several people at once are all recorded, and the last one counts', async () => {
    const { id, reference } = await makeSubmission(api.ctx);
    const tags = Array.from({ length: 20 }, (_, each) => `tag ${each}`);
    await Promise.all(
      tags.map((tag, each) => change([reference], { kind: 'TAG', add: [tag] }, each % 2 ? ada : grace)),
    );
    expect((await open(reference)).tags.toSorted()).toEqual(tags.toSorted());
    expect(await api.ctx.db.$count(messageActs, eq(messageActs.submissionId, id))).toBe(20);
  });
});

describe('one message', () => {
  it('shows what happened in order, its files, the sender’s other messages and what was read before', async () => {
    const sent = await makeSubmission(api.ctx, { email: 'ada@example.org', sourcePath: '/services/racks' });
    await makeFile(api.ctx, { submissionId: sent.id, name: 'prices.xlsm', contentType: 'application/octet-stream' });
    await makeFile(api.ctx, { submissionId: sent.id, name: 'hall.png', contentType: 'image/png' });
    await makeMail(api.ctx, { submissionId: sent.id, lastError: '451 not now' });
    const more = await makeSubmission(api.ctx, { message: 'And a third', mergedInto: sent.id });
    const earlier = await makeSubmission(api.ctx, { email: 'ADA@example.org', closedAt: new Date() });
    const noted = await ada.client.call('noteMessage', { reference: sent.reference, text: 'Call her.' });
    const found = await open(more.reference.toLowerCase());
    expect(found.reference).toBe(sent.reference);
    expect(found.timeline.map(({ type }) => type).toSorted()).toEqual(['ACT', 'MAIL', 'MESSAGE', 'MESSAGE']);
    const items = found.timeline;
    expect(items.find(({ type }) => type === 'MESSAGE')).toMatchObject({
      files: [
        { name: 'prices.xlsm', type: 'Excel spreadsheet with macros', warning: expect.stringContaining('macros') },
        { name: 'hall.png', type: 'PNG picture', warning: null, isPicture: true },
      ],
    });
    expect(items.find(({ type }) => type === 'MAIL')).toMatchObject({ state: 'RETRYING', reason: '451 not now' });
    expect(items.at(-1)).toMatchObject({ words: 'noted', text: 'Call her.', canUndo: true, author: 'Ada' });
    expect(found.readBefore).toBe('/services/racks');
    expect(found.related).toMatchObject([{ reference: earlier.reference, state: 'DONE' }]);
    await ada.client.call('undoMessageAct', { group: noted.group });
    expect((await open(sent.reference)).timeline.at(-1)).toMatchObject({ text: '', undoneBy: 'Ada' });
  });

  it('is closed to people who may not read messages', async () => {
    const { reference } = await makeSubmission(api.ctx);
    const editor = await makeUser(api.ctx, 'EDITOR', 'Editor');
    await expect(open(reference, editor)).rejects.toMatchObject({ status: 403 });
    await expect(list({}, editor)).rejects.toMatchObject({ status: 403 });
    await expect(open('0000-0000')).rejects.toMatchObject({ status: 404 });
  });
});

describe('an answer', () => {
  it('is a mail in the name of the writer, in the thread, with the reference and a signature', async () => {
    const { id, reference } = await makeSubmission(api.ctx, { name: 'Ada Weir', email: 'ada@example.org' });
    const subject = `We have your message (${reference})`;
    await makeMail(api.ctx, { submissionId: id, subject, messageId: '<outbox-1@x>', sentAt: new Date() });
    const answer = await makeAnswer(reference, grace);
    expect(answer.subject).toBe(`Re: ${subject}`);
    const greeting = grace.client.call('answerMessage', { ...answer, text: 'Hello Ada,\r\n' });
    await expect(greeting).rejects.toMatchObject({ status: 422, fields: [{ path: 'text' }] });
    const { mailId } = await grace.client.call('answerMessage', { ...answer, subject: 'Your racks' });
    const [mail] = await api.ctx.db.select().from(outbox).where(eq(outbox.id, mailId));
    expect(mail).toMatchObject({
      submissionId: id,
      recipient: 'ada@example.org',
      subject: `Your racks (${reference})`,
      writtenBy: grace.id,
      inReplyTo: '<outbox-1@x>',
      referenceIds: ['<outbox-1@x>'],
      messageId: expect.stringMatching(/^<answer-[\w-]+@\S+>$/),
      fromName: expect.stringMatching(/^Grace of /),
      body: expect.stringMatching(/^We can help\.\n\nKind regards,\nGrace\n/),
    });
    expect(await open(reference)).toMatchObject({ state: 'WAITING', assignee: { name: 'Grace' } });
    const next = await makeAnswer(reference);
    await ada.client.call('answerMessage', { ...next, state: 'DONE' });
    expect(await open(reference)).toMatchObject({ state: 'DONE', assignee: { name: 'Grace' } });
  });

  it('is queued once, however often its request arrives', async () => {
    const { reference } = await makeSubmission(api.ctx);
    const answer = await makeAnswer(reference);
    const sent = await Promise.all([1, 2, 3].map(() => ada.client.call('answerMessage', answer)));
    expect(new Set(sent.map(({ mailId }) => mailId)).size).toBe(1);
    expect(await api.ctx.db.$count(outbox)).toBe(1);
    // As from a second tab with the same draft.
    const changed = ada.client.call('answerMessage', { ...answer, text: 'We cannot help.' });
    await expect(changed).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/^You have answered/) });
    const other = await makeSubmission(api.ctx);
    const elsewhere = ada.client.call('answerMessage', { ...answer, reference: other.reference });
    await expect(elsewhere).rejects.toMatchObject({ status: 409 });
  });

  it('of one of two people who write at once is refused until that person has seen the other', async () => {
    const { reference } = await makeSubmission(api.ctx);
    const answers = [await makeAnswer(reference, ada), await makeAnswer(reference, grace)] as const;
    const results = await Promise.allSettled([
      ada.client.call('answerMessage', answers[0]),
      grace.client.call('answerMessage', answers[1]),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ status: 409, message: expect.stringMatching(/has answered this message/) });
    expect(await api.ctx.db.$count(outbox)).toBe(1);
    const late = results[0]?.status === 'rejected' ? ada : grace;
    await late.client.call('answerMessage', { ...answers[late === ada ? 0 : 1], seen: (await open(reference)).seen });
    expect(await api.ctx.db.$count(outbox)).toBe(2);
  });

  it.each([
    ['noted', (reference: string) => grace.client.call('noteMessage', { reference, text: 'I called.' })],
    ['closed it', (reference: string) => change([reference], { kind: 'STATUS', state: 'DONE' }, grace)],
    [
      'wrote again',
      async (reference: string) => {
        const { rows } = await api.ctx.db.execute<{ id: number }>(
          sql`select id::int from submissions where reference = ${reference}`,
        );
        await reopenForVisitor(api.ctx, rows[0]?.id ?? 0);
      },
    ],
  ])('is refused if somebody %s meanwhile', async (_what, act) => {
    const { reference } = await makeSubmission(api.ctx);
    const answer = await makeAnswer(reference);
    await act(reference);
    await expect(ada.client.call('answerMessage', answer)).rejects.toMatchObject({ status: 409 });
    expect(await api.ctx.db.$count(outbox)).toBe(0);
  });

  it('is not disturbed by what the writer did, nor by who the message is assigned to', async () => {
    const { reference } = await makeSubmission(api.ctx);
    const answer = await makeAnswer(reference);
    await ada.client.call('noteMessage', { reference, text: 'I answer this.' });
    await change([reference], { kind: 'ASSIGN', to: ada.id }, grace);
    await ada.client.call('answerMessage', answer);
    expect(await api.ctx.db.$count(outbox)).toBe(1);
  });

  it('is not sent to a message in quarantine, and cannot be undone', async () => {
    const { reference } = await makeSubmission(api.ctx, { quarantinedFor: 'spam 6: a link' });
    await expect(ada.client.call('answerMessage', await makeAnswer(reference))).rejects.toMatchObject({ status: 409 });
    await change([reference], { kind: 'NOT_SPAM' });
    await ada.client.call('answerMessage', await makeAnswer(reference));
    const group = (await open(reference)).timeline.find((item) => item.type === 'ACT' && item.kind === 'ANSWER');
    if (group?.type !== 'ACT') throw new Error('The answer is not in the record');
    expect(group.canUndo).toBe(false);
    await expect(ada.client.call('undoMessageAct', { group: group.group })).rejects.toMatchObject({ status: 409 });
  });

  it('that was given up is sent again, or noted as arrived, by a person', async () => {
    const { id, reference } = await makeSubmission(api.ctx);
    const given = { submissionId: id, fromName: 'Ada of WSE', deadAt: new Date(), handedOverAt: new Date() };
    const [one, two] = [await makeMail(api.ctx, given), await makeMail(api.ctx, given)];
    expect((await open(reference)).timeline).toMatchObject([{}, { state: 'UNCERTAIN' }, { state: 'UNCERTAIN' }]);
    await ada.client.call('settleAnswer', { mailId: one.id, outcome: 'ARRIVED' });
    await ada.client.call('settleAnswer', { mailId: two.id, outcome: 'SEND_AGAIN' });
    const states = (await open(reference)).timeline.flatMap((item) => (item.type === 'MAIL' ? [item.state] : []));
    expect(states).toEqual(['SENT', 'WAITING']);
    const again = ada.client.call('settleAnswer', { mailId: one.id, outcome: 'SEND_AGAIN' });
    await expect(again).rejects.toMatchObject({ status: 409 });
  });
});

describe('templates of answers', () => {
  it('are saved beside those that are delivered, also in a draft of the setting', async () => {
    const { reference } = await makeSubmission(api.ctx, { name: 'Yara' });
    const save = (name: string, text: string) => ada.client.call('saveAnswerTemplate', { name, text });
    await save('Prices', 'It costs 1 €.');
    const { items } = await grace.client.call('listContent', { type: 'SETTING' });
    const id = items.find(({ slug }) => slug === 'forms')?.id ?? 0;
    const { version, content } = await grace.client.call('openEntry', { id });
    const fields = { ...content.fields, contact: { send: 'Go' } };
    await grace.client.call('saveDraft', { id, version, content: { ...content, fields } });
    await save('Prices', 'It costs 2 €, {name}.');
    const { answer } = await open(reference);
    expect(answer.templates.map(({ name }) => name)).toEqual([
      ...['Thank you, more soon', 'Ask for details', 'Suggest a call', 'Prices'],
    ]);
    expect(answer.templates[3]?.text).toMatch(/^It costs 2 €, .?Yara.?\.$/u);
    const opened = await grace.client.call('openEntry', { id });
    expect(opened.content.fields).toMatchObject({ contact: { send: 'Go' }, answers: { templates: { length: 4 } } });
    await Promise.all(['One', 'Two', 'Three'].map((name) => save(name, 'At the same time.')));
    const names = (await open(reference)).answer.templates.map(({ name }) => name);
    expect(names.slice(4).sort()).toEqual(['One', 'Three', 'Two']);
    expect((await getFailure(save('Odd', '{secret}'))).fields).toMatchObject([{ path: 'text' }]);
  });
});
