import { sql } from 'drizzle-orm';
import type { Database } from '../../api/db/connect.ts';
import type { ReceivedMail } from '../../testing/mail-server.ts';
import type { Confirmed } from './people.ts';

export interface InboxFindings {
  stored: number;
  answers: number;
  /** Confirmed answers and acts that are not in the record, and answers without an act. */
  missing: number;
  /** Answers whose writer had not seen the answer before. */
  unknowing: number;
  /** Messages with more than one answer, each written after its writer had read the one before. */
  answeredAgain: number;
  /** Answers that arrived more than once, or never. */
  receivedTwice: number;
  notReceived: number;
  /** Mails of the site that arrived again with the same Message-ID, and the most copies of one. */
  repeatedSiteMails: number;
  mostCopies: number;
  open: number;
}

export function countByMessageId(received: readonly ReceivedMail[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { raw } of received) {
    const id = /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Compares what people and visitors were told with what is stored and what the mail server received. */
export async function checkInbox(
  db: Database,
  confirmed: Confirmed,
  received: readonly ReceivedMail[],
): Promise<InboxFindings> {
  const { rows: answers } = await db.execute<{ id: string; message_id: string; submission_id: string }>(
    sql`select id, message_id, submission_id from outbox where from_name is not null order by id`,
  );
  const { rows: acts } = await db.execute<{ id: string; submission_id: string; kind: string; group_id: string }>(
    sql`select id, submission_id, kind, group_id from message_acts order by id`,
  );
  const { rows: counts } = await db.execute<{ stored: string; open: string }>(sql`
    select count(*) as stored, count(*) filter (where closed_at is null and waiting_since is null) as open from submissions`);
  const groups = new Set(acts.map((act) => act.group_id));
  const mails = new Set(answers.map(({ id }) => Number(id)));
  const lost =
    confirmed.groups.filter((group) => !groups.has(group)).length +
    confirmed.answers.filter(({ mailId }) => !mails.has(mailId)).length;
  const answerActs = acts.filter(({ kind }) => kind === 'ANSWER');

  // The acts and the mails of a message are in the same order, because the message is locked while both are stored.
  const seenOf = new Map(confirmed.answers.map(({ mailId, seen }) => [mailId, Number(seen.split('-')[0])]));
  let [unknowing, answeredAgain] = [0, 0];
  for (const [submission, own] of Map.groupBy(answers, (mail) => mail.submission_id)) {
    const ownActs = answerActs.filter((act) => act.submission_id === submission);
    if (own.length > 1) answeredAgain += 1;
    for (const [index, { id }] of own.entries()) {
      const before = ownActs[index - 1];
      if (before && !((seenOf.get(Number(id)) ?? -1) >= Number(before.id))) unknowing += 1;
    }
  }

  const copies = countByMessageId(received);
  const ofAnswers = answers.map((mail) => copies.get(mail.message_id) ?? 0);
  const ofSite = [...copies].filter(([id]) => id.startsWith('<outbox-')).map(([, times]) => times);
  return {
    stored: Number(counts[0]?.stored),
    open: Number(counts[0]?.open),
    answers: answers.length,
    missing: lost + Math.abs(answerActs.length - answers.length),
    unknowing,
    answeredAgain,
    receivedTwice: ofAnswers.filter((times) => times > 1).length,
    notReceived: ofAnswers.filter((times) => times === 0).length,
    repeatedSiteMails: ofSite.filter((times) => times > 1).length,
    mostCopies: Math.max(0, ...ofSite),
  };
}
