import { type ActionFunctionArgs, createContext } from 'react-router';
import type { FieldError } from '../../contract/http/errors.ts';
import type { ReceivedFiles } from './attachment-fields.ts';
import { type FormValues, readFormValues } from './form-values.ts';
import { createIdempotencyKey } from './sending/idempotency-key.ts';
import type { SubmissionArgs, SubmissionRefusal, SubmissionResult } from './submission.ts';

/** What the server knows about a form that was sent without JavaScript, beside its fields. */
export interface FormPost {
  /** HMAC of the sender's network and browser. */
  visitorKey: string;
  /** Null for a form without files. */
  files: ReceivedFiles | null;
  /** Why the form was not read to its end; null for a form that was. */
  tooLarge: { message: string; fields: FieldError[] } | null;
}

/** The form of the present request; set only for requests with a form. */
export const formPostContext = createContext<FormPost>();

function refuseFiles(refused: string[], values: FormValues): SubmissionRefusal {
  return {
    status: 422,
    message: 'Check the fields below.',
    fields: [{ path: 'files', message: refused.join(' ') }],
    values,
    requestId: null,
  };
}

/**
 * Handles a form sent without JavaScript, alike for every page. If a file was refused, the form is refused before the
 * page's own action runs. A refused form keeps its stored files.
 */
export async function handleFormPost(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  send: (form: Pick<SubmissionArgs, 'values' | 'openedAt' | 'createKey'>) => Promise<SubmissionResult>,
): Promise<SubmissionResult> {
  // Pages of earlier releases post a key of their own. The key is always derived from the content.
  const { key: _key, ...values } = readFormValues(await request.formData());
  const { visitorKey, files, tooLarge } = context.get(formPostContext);
  const { attached = [], refused = [], digests = [] } = files ?? {};
  if (tooLarge) {
    const message = `${tooLarge.message} Nothing was stored. What you typed is below, as far as we read it.`;
    return { refusal: { status: 413, message, fields: tooLarge.fields, values, requestId: null, attached } };
  }
  if (refused.length > 0) return { refusal: { ...refuseFiles(refused, values), attached } };
  const openedAt = new Date();
  const createKey = () => {
    // Each upload of a file has a token of its own; its digest stays the same.
    const content = digests.length > 0 ? { ...values, files: digests.join() } : values;
    return createIdempotencyKey(visitorKey, content, openedAt);
  };
  const result = await send({ values, openedAt, createKey });
  if ('to' in result) return result;
  // Files that the API refused are not offered again.
  const isAboutFiles = result.refusal.fields.some(({ path }) => path === 'files');
  return { refusal: { ...result.refusal, attached: isAboutFiles ? [] : attached } };
}
