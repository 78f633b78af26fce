import type * as z from 'zod/mini';
import { isApiFailure } from '../../contract/client.ts';
import { failureText } from './failure-text.ts';
import type { Refusal } from './outcome.ts';

export type Values = Record<string, string>;

/** Field name → typed text; what was left empty is no field at all. */
export function filledFields(form: FormData): Values {
  const fields = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '');
  return Object.fromEntries(fields);
}

/** Checks what was typed by the shared schema: the form, or what is wrong with it; `required` names what must be there. */
export function checkForm<S extends z.ZodMiniType>(
  schema: S,
  values: Values,
  required: readonly string[],
): { form: z.output<S> } | { refusal: Refusal } {
  const blank = Object.fromEntries(required.map((name) => [name, '']));
  const parsed = schema.safeParse({ ...blank, ...values });
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
