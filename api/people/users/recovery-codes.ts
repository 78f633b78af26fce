import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { recoveryCodes } from '../../db/index.ts';
import { hashToken } from '../../tokens.ts';

const count = 10;
const groups = 4;
const groupLength = 4;
/** Without I, O, 0 and 1, which look alike. 16 characters of 32 are 80 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function createCode(): string {
  const createGroup = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, createGroup).join('-');
}

/** Returns the hash of a code as it is stored, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}

/** Replaces the recovery codes of a user and returns the new ones, which are shown once. */
export async function replaceRecoveryCodes({ db }: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, createCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(codes.map((code) => ({ codeSha256: hashRecoveryCode(code), userId })));
  return codes;
}
