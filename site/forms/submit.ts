import type * as z from 'zod/mini';
import { isApiFailure } from '../../contract/client.ts';
import { failureText } from './failure-text.ts';
import type { Refusal } from './outcome.ts';

export type Values = Record<string, string>;

/** Field name → typed text; what was left empty is no field at all, what was chosen several times has commas between. */
export function filledFields(form: FormData): Values {
  const fields: Values = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string' || value === '') continue;
    fields[name] = Object.hasOwn(fields, name) ? `${fields[name]},${value}` : value;
  }
  return fields;
}

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

/** Sends a checked form; whatever goes wrong comes back as a text for a person, with what was typed. */
export async function sendForm<T extends object>(
  values: Values,
  send: () => Promise<T>,
  supportEmail: string,
): Promise<T | { refusal: Refusal }> {
  try {
    return await send();
  } catch (error) {
    const known = isApiFailure(error) ? error : null;
    return {
      refusal: {
        status: known?.status ?? 503,
        message: failureText(error, supportEmail),
        fields: known?.fields ?? [],
        values,
        requestId: known?.requestId ?? null,
        retryAfter: known?.retryAfter ?? null,
      },
    };
  }
}
