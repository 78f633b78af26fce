import { z } from 'zod';

/** A text on one line: mails and titles show it. */
export function createLine(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must be on one line');
}
