import type * as z from 'zod/mini';
import { chooseSupportEmail } from '../../../contract/content/mail-purposes.ts';
import { isApiFailure } from '../../../contract/http/client.ts';
import type { FormValues } from '../form-values.ts';
import type { SubmissionArgs, SubmissionRefusal } from '../submission.ts';
import { getFailureText } from './failure-text.ts';
import { type SubmissionFields, sendWithKeyAndProof } from './proof-of-work.ts';

type RefusedArgs = Pick<SubmissionArgs, 'client' | 'values' | 'settings'>;

/** How the values of a form are checked. */
export interface FormCheck<S extends z.ZodMiniType> {
  schema: S;
  /** The fields that are checked even if they are empty. */
  required: readonly string[];
  /** What the schema parses, if that differs from the values. */
  input?: Record<string, unknown>;
}

/** Checks the values of a form. Returns the parsed form, or a refusal that names the wrong fields. */
export function checkForm<S extends z.ZodMiniType>(
  values: FormValues,
  { schema, required, input = values }: FormCheck<S>,
): { form: z.output<S> } | { refusal: SubmissionRefusal } {
  const blank = Object.fromEntries(required.map((name) => [name, '']));
  const parsed = schema.safeParse({ ...blank, ...input });
  if (parsed.success) return { form: parsed.data };
  const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { refusal: { status: 422, message: 'Check the fields below.', fields, values, requestId: null } };
}

/** Returns the address to which the visitor can write instead. In a browser, the settings of the document have it. */
async function findSupportEmail({ client, settings }: RefusedArgs): Promise<string> {
  if (settings.supportEmail) return settings.supportEmail;
  const published = await client.call('settings', {}).catch(() => null);
  return chooseSupportEmail(undefined, published?.company.emails);
}

/** Returns the refusal that shows a failed call. The errors of a list's items become one error of the list. */
export async function createRefusal(error: unknown, args: RefusedArgs): Promise<SubmissionRefusal> {
  const failure = isApiFailure(error) ? error : null;
  const fields = new Map<string, string>();
  for (const { path, message } of failure?.fields ?? []) {
    const [name = ''] = path.split('.', 1);
    if (!fields.has(name)) fields.set(name, message);
  }
  return {
    status: failure?.status ?? 503,
    message: getFailureText(error, await findSupportEmail(args)),
    fields: [...fields].map(([path, message]) => ({ path, message })),
    values: args.values,
    requestId: failure?.requestId ?? null,
    retryAfter: failure?.retryAfter ?? null,
  };
}

/** Returns the result of a call, or a refusal if the call fails. */
export async function refuseOnFailure<T extends object>(
  args: RefusedArgs,
  call: () => Promise<T>,
): Promise<T | { refusal: SubmissionRefusal }> {
  try {
    return await call();
  } catch (error) {
    return { refusal: await createRefusal(error, args) };
  }
}

/** Checks a form and sends it with its idempotency key and, if the server asks for one, a proof of work. */
export async function sendForm<S extends z.ZodMiniType, T extends object>(
  args: SubmissionArgs,
  check: FormCheck<S>,
  send: (form: z.output<S> & SubmissionFields) => Promise<T>,
): Promise<T | { refusal: SubmissionRefusal }> {
  const checked = checkForm(args.values, check);
  if ('refusal' in checked) return checked;
  return refuseOnFailure(args, () =>
    sendWithKeyAndProof(args, (fields) => send(Object.assign({}, checked.form, fields))),
  );
}
