import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replies } from '../../api/db/message-tables.ts';
import { outbox, sharedValues, submissions } from '../../api/db/tables.ts';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { type ImapServer, prepareImapServer, startImapServer } from '../../testing/imap-server.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { makeMail, makeSubmission } from '../../testing/message-makers.ts';
import { startPreparedSite } from '../../testing/prepared-site.ts';
import { startReplies } from './replies.ts';
import { readReplyMailbox, verifyReplyMailbox } from './reply-mailbox.ts';

// The mails go through Dovecot, a real IMAP server, which `prepareImapServer` installs. `store-mail.test.ts` covers
// what is done with each kind of mail.

const isThere = prepareImapServer();
const own = new Set(['replies@site.example']);
const never = new AbortController().signal;

describe.skipIf(!isThere)('the reply mailbox', () => {
  let api: TestApi;
  let server: ImapServer;
  beforeAll(async () => {
    api = await openTestApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    for (const table of [replies, outbox, submissions, sharedValues]) await api.database.db.delete(table);
    server = await startImapServer();
    return () => server.close();
  });

  const read = (url = server.url, signal = never) => readReplyMailbox(api.ctx, url, own, signal);
  const listSubjects = async () =>
    (await api.database.db.select().from(replies).orderBy(replies.id)).map(({ subject }) => subject);
  let count = 0;
  const write = (subject: string, fields = '') => {
    count += 1;
    return `From: Ada <ada@example.org>\r\nMessage-ID: <m${count}@example.org>\r\nSubject: ${subject}\r\n${fields}\r\nText ${count}\r\n`;
  };

  it('reads each mail once, marks it as read, and deletes nothing', async () => {
    const { id, reference } = await makeSubmission(api.ctx, { closedAt: new Date() });
    await makeMail(api.ctx, { submissionId: id, messageId: '<a1b2@site.example>', sentAt: new Date() });
    server.deliver(write('one', 'In-Reply-To: <a1b2@site.example>\r\n'));
    server.deliver(write(`Re: two [${reference}]`));
    server.deliver(write('three'));
    expect(await read()).toEqual({ reply: 2, unmatched: 1 });
    expect(await read()).toEqual({});
    server.deliver(write('four'));
    expect(await read()).toEqual({ unmatched: 1 });
    expect(await listSubjects()).toEqual(['one', `Re: two [${reference}]`, 'three', 'four']);
    expect(server.listSeen()).toEqual([true, true, true, true]);
    expect(await api.database.db.select().from(submissions)).toMatchObject([{ closedAt: null }]);
  });

  it('doubles nothing after a crash between storing and marking, and after the mailbox is made anew', async () => {
    for (const subject of ['one', 'two']) server.deliver(write(subject));
    expect(await read()).toEqual({ unmatched: 2 });
    // As if the server had ended before it noted how far it was.
    await api.database.db.delete(sharedValues);
    server.deliver(write('three'));
    expect(await read()).toEqual({ unmatched: 1 });
    await server.renumber();
    server.deliver(write('four'));
    expect(await read()).toEqual({ known: 3, unmatched: 1 });
    expect(await listSubjects()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('stores only the head of a mail above 30 MB', async () => {
    server.deliver(Buffer.concat([Buffer.from(write('huge')), Buffer.alloc(31 * 1024 * 1024, 'x\r\n')]));
    server.deliver(write('small'));
    expect(await read()).toEqual({ unmatched: 2 });
    const [huge] = await api.database.db.select().from(replies).orderBy(replies.id);
    expect(huge).toMatchObject({ subject: 'huge', text: '', fromAddress: 'ada@example.org' });
    expect(huge?.leftOut).toEqual(['Its text and files: it is larger than 30 MB. Read it in the mailbox.']);
    expect(huge?.size).toBeGreaterThan(31 * 1024 * 1024);
  });

  it('leaves the mails of a sender above the limit unread in the mailbox', async () => {
    for (let mails = 0; mails < 35; mails += 1) server.deliver(write(`n${mails}`));
    expect(await read()).toEqual({ unmatched: 30, left: 5 });
    expect(server.listSeen().filter((isSeen) => !isSeen)).toHaveLength(5);
    expect(await read()).toEqual({});
  });

  it('reads on one of several servers at a time, and again after the mail server was away', async () => {
    const { logger, lines } = createRecordingLogger();
    const settings = { REPLY_MAILBOX: server.url, REPLY_ADDRESS: 'replies@site.example' } as never;
    for (let mails = 0; mails < 20; mails += 1) server.deliver(write(`n${mails}`));
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => startReplies(api.database, api.ctx.files, settings, logger)),
    );
    // The server that reads the mails logs its run after the last one. Stopping it earlier would lose that line.
    const listRuns = () => lines.filter(({ job, unmatched }) => job === 'replies' && unmatched === 20);
    await expect.poll(listRuns, { timeout: 20_000 }).toHaveLength(1);
    await Promise.all(servers.map(({ stop }) => stop()));
    expect(listRuns()).toHaveLength(1);
    expect(new Set(await listSubjects()).size).toBe(20);
    expect(await listSubjects()).toHaveLength(20);
    await server.stop();
    await api.database.db.delete(sharedValues);
    const again = await startReplies(api.database, api.ctx.files, settings, logger);
    await expect
      .poll(() => lines.some(({ job, reason }) => job === 'replies' && reason), { timeout: 20_000 })
      .toBe(true);
    await again.stop();
    expect(JSON.stringify(lines)).not.toMatch(/secret|ada@example/);
  });

  it('stops within a second while it reads', async () => {
    for (let mails = 0; mails < 30; mails += 1) server.deliver(write(`n${mails}`));
    const stopping = new AbortController();
    const reading = read(server.url, stopping.signal);
    await sleep(600);
    const before = Date.now();
    stopping.abort();
    await expect(reading).rejects.toThrow();
    expect(Date.now() - before).toBeLessThan(1_500);
    const rest = await read();
    expect(Object.values(rest).reduce((sum, number) => sum + number, 0)).toBeGreaterThan(0);
    expect(new Set(await listSubjects()).size).toBe(30);
    expect(await listSubjects()).toHaveLength(30);
  });

  it('gives up a mail server that does not answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const before = Date.now();
    await expect(read(`imap://user:password@127.0.0.1:${port}/INBOX`)).rejects.toThrow();
    expect(Date.now() - before).toBeLessThan(15_000);
    silent.close();
  }, 20_000);

  it('is read by the built server, which parses mails in a process of its own', async () => {
    server.deliver(write('to the built server'));
    const env = { REPLY_MAILBOX: server.url, REPLY_ADDRESS: 'replies@site.example', LOG_FORMAT: 'json' };
    const site = await startPreparedSite({ env });
    await expect.poll(() => server.listSeen(), { timeout: 30_000 }).toEqual([true]);
    await site.stop();
    expect(site.output()).toContain('mails of the reply mailbox were read');
    expect(site.output()).not.toMatch(/secret|ada@example/);
  }, 180_000);

  it('says why a mailbox cannot be read: password, folder, certificate', async () => {
    expect(await verifyReplyMailbox(server.url)).toBeNull();
    expect(await verifyReplyMailbox(server.url.replace('INBOX', 'Nothing'))).toMatch(/doesn't exist|not found/i);
    expect(await verifyReplyMailbox(server.url.replace(/:[^:@/]+@/, ':wrong@'))).toMatch(/auth/i);
    expect(await verifyReplyMailbox(server.tlsUrl)).toMatch(/self[- ]signed/);
  });
});
