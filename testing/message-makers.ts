import { hash, randomUUID } from 'node:crypto';
import type { Context } from '../api/context.ts';
import { files, outbox, submissions } from '../api/db/tables.ts';
import { createReference } from '../api/messages/submissions/store.ts';

/** Stores a submission as if a form had sent it, by default now. */
export async function makeSubmission({ db }: Context, overrides: Partial<typeof submissions.$inferInsert> = {}) {
  const values = {
    reference: createReference(),
    kind: 'CONTACT' as const,
    idempotencyKey: randomUUID(),
    bodySha256: 'x',
    name: 'Ada',
    email: 'ada@example.org',
    message: 'Hello',
    ...overrides,
  };
  const [row] = await db.insert(submissions).values(values).returning();
  if (!row) throw new Error('no submission');
  return row;
}

/** Queues a mail, by default due now. */
export async function makeMail({ db }: Context, overrides: Partial<typeof outbox.$inferInsert> = {}) {
  const values = { recipient: 'ada@example.org', subject: 'Hello', body: 'Text\n', ...overrides };
  const [row] = await db.insert(outbox).values(values).returning();
  if (!row) throw new Error('no mail');
  return row;
}

/** Stores the row of an uploaded file, without its bytes. */
export async function makeFile({ db }: Context, overrides: Partial<typeof files.$inferInsert> = {}) {
  const values = {
    token: randomUUID(),
    name: 'plan.pdf',
    contentType: 'application/pdf',
    bytes: 4,
    sha256: 'x',
    storageKey: randomUUID(),
    ...overrides,
  };
  const [row] = await db.insert(files).values(values).returning();
  if (!row) throw new Error('no file');
  return row;
}

/** Stores the row of an uploaded text, without its bytes. */
export function makeTextFile(
  ctx: Context,
  { key = randomUUID(), text, submissionId }: { key?: string; text: Buffer; submissionId: number | null },
) {
  const sha256 = hash('sha256', text, 'hex');
  const row = { contentType: 'text/plain', bytes: text.length, sha256, storageKey: key, submissionId };
  return makeFile(ctx, { name: 'letter.txt', ...row });
}

export function getTimeDaysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}
