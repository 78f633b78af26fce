import type * as z from 'zod/mini';
import { isApiFailure } from '../../contract/client.ts';
import { failureText } from './failure-text.ts';
import type { Values } from './filled-fields.ts';
import type { Refusal } from './outcome.ts';
import { type ProofOfWorkField, sendWithProofOfWork } from './proof-of-work.ts';

/**
 * Checks what was typed by the shared schema: the form, or what is wrong with it; `required` names what must be there.
 * `typed` is what the schema reads where that is not the texts themselves.
 */
export function checkForm<S extends z.ZodMiniType>(
  schema: S,
  values: Values,
  required: readonly string[],
  typed: Record<string, unknown> = values,
): { form: z.output<S> } | { refusal: Refusal } {
  const blank = Object.fromEntries(required.map((name) => [name, '']));
  const parsed = schema.safeParse({ ...blank, ...typed });
  if (parsed.success) return { form: parsed.data };
  const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { refusal: { status: 422, message: 'Some fields need another look.', fields, values, requestId: null } };
}

/** Returns how a failed call is told to a person, with what was typed. Each field is named once, a list as a whole. */
export function refusalOf(error: unknown, values: Values, supportEmail: string): Refusal {
  const known = isApiFailure(error) ? error : null;
  const fields = new Map<string, string>();
  for (const { path, message } of known?.fields ?? []) {
    const [name = ''] = path.split('.', 1);
    if (!fields.has(name)) fields.set(name, message);
  }
  return {
    status: known?.status ?? 503,
    message: failureText(error, supportEmail),
    fields: [...fields].map(([path, message]) => ({ path, message })),
    values,
    requestId: known?.requestId ?? null,
    retryAfter: known?.retryAfter ?? null,
  };
}

/** Sends a valid form, with a proof of work if the server asks for one. Returns a failure as a sentence, with the typed values. */
export async function sendForm<T extends object>(
  values: Values,
  send: (proof: ProofOfWorkField) => Promise<T>,
  supportEmail: string,
): Promise<T | { refusal: Refusal }> {
  try {
    return await sendWithProofOfWork(send);
  } catch (error) {
    return { refusal: refusalOf(error, values, supportEmail) };
  }
}
