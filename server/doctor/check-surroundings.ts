import { randomUUID } from 'node:crypto';
import { formatNumber } from '../../contract/content/number-text.ts';
import { openFileStore } from '../file-store/file-store.ts';
import { verifyMailServer } from '../jobs/mail.ts';
import { verifyReplyMailbox } from '../jobs/reply-mailbox.ts';
import { getFreeMegabytes } from '../process/low-disk.ts';
import type { Settings } from '../settings.ts';
import { createOk, createProblem, createWarning, type Finding } from './finding.ts';

async function checkDisk({ DATA_DIR, FREE_DISK_MB }: Settings): Promise<Finding> {
  const free = Math.floor(await getFreeMegabytes(DATA_DIR).catch(() => Number.NaN));
  if (Number.isNaN(free)) return createProblem(`disk: ${DATA_DIR} cannot be read`);
  const space = free < 10_240 ? `${formatNumber(free)} MB` : `${formatNumber(Math.floor(free / 1_024))} GB`;
  if (free < FREE_DISK_MB)
    return createProblem(`disk: ${space} are free below ${DATA_DIR}; visitors' files are refused`);
  if (free < 2 * FREE_DISK_MB) return createWarning(`disk: ${space} are free below ${DATA_DIR}`);
  return createOk(`disk: ${space} are free`);
}

async function checkMailServer(settings: Settings): Promise<Finding> {
  if (!settings.SMTP_URL) return createWarning('mail: SMTP_URL is not set, so every mail waits in the outbox');
  const failure = await verifyMailServer(settings);
  return failure
    ? createProblem(`mail: the server does not accept us (${failure})`)
    : createOk('mail: the server accepts us');
}

async function checkReplyMailbox({ REPLY_MAILBOX, REPLY_ADDRESS }: Settings): Promise<Finding[]> {
  if (!REPLY_MAILBOX) return [];
  const failure = await verifyReplyMailbox(REPLY_MAILBOX);
  return [
    failure
      ? createProblem(`replies: the mailbox of ${REPLY_ADDRESS} cannot be read (${failure})`)
      : createOk(`replies: the mailbox of ${REPLY_ADDRESS} can be read`),
  ];
}

async function checkFiles(settings: Settings): Promise<Finding> {
  const key = randomUUID();
  try {
    const store = await openFileStore(settings);
    await store.put(key, Buffer.from('check'), 'text/plain');
    await store.remove(key);
    return createOk(
      `files: one was stored and removed ${settings.FILES_S3_ENDPOINT ? 'in the bucket' : 'in DATA_DIR'}`,
    );
  } catch (error) {
    return createProblem(`files: cannot be stored (${(error as Error).message})`);
  }
}

/**
 * Checks what the server needs beside its database: free disk space, the mail server, the reply mailbox if there is
 * one, and the store of files.
 */
export async function checkSurroundings(settings: Settings): Promise<Finding[]> {
  const checks = [checkDisk(settings), checkMailServer(settings), checkReplyMailbox(settings), checkFiles(settings)];
  return (await Promise.all(checks)).flat();
}
