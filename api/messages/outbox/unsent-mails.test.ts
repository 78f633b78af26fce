import { describe, expect, it } from 'vitest';
import { makeMail } from '../../../testing/message-makers.ts';
import { removeMessages, setUpDatabase } from '../../../testing/set-up.ts';
import { getOutboxState } from './mail-state.ts';
import { listUnsentMails, retryMails } from './unsent-mails.ts';

const database = await setUpDatabase(removeMessages);

const getLaterTime = () => new Date(Date.now() + 3_600_000);

describe('unsent mails', () => {
  it('are counted by state, with the time since the oldest was due', async () => {
    expect(await getOutboxState(database)).toEqual({ waiting: 0, oldestDueSeconds: 0, dead: 0, held: 0 });
    await makeMail(database, { dueAt: getLaterTime() });
    expect(await getOutboxState(database)).toMatchObject({ waiting: 1, oldestDueSeconds: 0 });
    await makeMail(database, { dueAt: new Date(Date.now() - 90_000) });
    await makeMail(database, { dueAt: new Date(0), deadAt: new Date() });
    await makeMail(database, { dueAt: new Date(0), held: true });
    await makeMail(database, { dueAt: new Date(0), sentAt: new Date() });
    const state = await getOutboxState(database);
    expect(state).toMatchObject({ waiting: 2, dead: 1, held: 1 });
    expect(state.oldestDueSeconds).toBeGreaterThanOrEqual(90);
    expect(state.oldestDueSeconds).toBeLessThan(100);
  });

  it('are tried again from the first attempt: one mail, or all dead ones', async () => {
    const dead = { deadAt: new Date(), attempts: 25, dueAt: getLaterTime() };
    const one = await makeMail(database, dead);
    await makeMail(database, dead);
    await makeMail(database, { ...dead, held: true });
    await makeMail(database, { sentAt: new Date() });
    expect(await retryMails(database, one.id)).toBe(1);
    expect(await getOutboxState(database)).toMatchObject({ waiting: 1, dead: 2 });
    expect(await retryMails(database, 'all-dead')).toBe(1);
    expect(await retryMails(database, 'all-dead')).toBe(0);
    expect(await retryMails(database, 0)).toBe(0);
    await retryMails(database, (await makeMail(database, { attempts: 8, lastError: '451', dueAt: getLaterTime() })).id);
    const unsent = [];
    for await (const { attempts, held } of listUnsentMails(database)) unsent.push([attempts, held]);
    expect(unsent).toEqual([
      [0, false],
      [0, false],
      [25, true],
      [8, false],
    ]);
  });

  it('are listed with those that were not delivered, which are sent again by their id alone', async () => {
    const { id } = await makeMail(database, {
      sentAt: new Date(),
      undeliveredAt: new Date(),
      undeliveredReason: '552',
    });
    await makeMail(database, { sentAt: new Date() });
    const listed = [];
    for await (const mail of listUnsentMails(database)) listed.push(mail.id);
    expect(listed).toEqual([id]);
    expect(await retryMails(database, 'all-dead')).toBe(0);
    expect(await retryMails(database, id)).toBe(1);
    expect(await getOutboxState(database)).toMatchObject({ waiting: 1 });
  });
});
