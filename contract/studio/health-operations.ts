import { z } from 'zod';
import type { StudioOperation } from './operation.ts';

const check = z.object({
  /** What was checked, such as `disk`. */
  name: z.string(),
  state: z.enum(['ok', 'warning', 'problem']),
  /** What was found, for operators; times are ISO 8601 in UTC. */
  text: z.string(),
});

const verification = z.object({
  /** The time of the backup. */
  backup: z.iso.datetime(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  state: z.enum(['RUNNING', 'DONE', 'FAILED']),
  /** How far it is, what the backup holds, or why it failed. */
  text: z.string(),
});

export const healthOperations = {
  health: {
    method: 'GET',
    summary: 'How the server, its database, mails, backups and certificate are. Slow checks are repeated later',
    permission: 'read-health',
    output: z.object({
      checks: z.array(check),
      /** Whether the checks of the mail server, the files and the public address have not ended yet. */
      isChecking: z.boolean(),
      /** Whether the site makes backups, so that one can be verified. */
      canVerify: z.boolean(),
      verification: verification.nullable(),
    }),
  },
  verifyBackup: {
    method: 'POST',
    summary: 'Begins to load the newest backup into a temporary database and to compare every row and file',
    permission: 'read-health',
    output: z.object({ name: z.string() }),
    limit: 'verifyBackup',
  },
} as const satisfies Record<string, StudioOperation>;

export type HealthCheck = z.output<typeof check>;
export type BackupVerification = z.output<typeof verification>;
