import { asc, isNull } from 'drizzle-orm';
import { outbox } from '../api/db/tables.ts';
import { openDatabase } from '../server/database.ts';
import { readSettings } from '../server/settings.ts';

// Lists the mails that wait to be sent and those that were given up, oldest first.

const database = await openDatabase(readSettings());
try {
  const mails = await database.db.select().from(outbox).where(isNull(outbox.sentAt)).orderBy(asc(outbox.id));
  for (const { createdAt, deadAt, attempts, recipient, subject, lastError } of mails) {
    const state = deadAt ? 'given up' : `tried ${attempts} times`;
    console.log(`${createdAt.toISOString()}  ${state}  ${recipient}  ${subject}${lastError ? `  (${lastError})` : ''}`);
  }
  const dead = mails.filter(({ deadAt }) => deadAt).length;
  console.log(`${mails.length - dead} waiting, ${dead} given up`);
} finally {
  await database.close();
}
