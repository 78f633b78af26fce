import { type ActionFunctionArgs, createContext } from 'react-router';
import type { ActionArgs } from '../page.ts';
import type { TakenFiles } from './attachment-fields.ts';
import { contentKey } from './content-key.ts';
import { filledFields } from './filled-fields.ts';
import type { Outcome, Refusal } from './outcome.ts';

/** What the server knows of a form that was sent without JavaScript, beside its fields. */
export interface FormSubmission {
  /** HMAC of who sends it. */
  visitorKey: string;
  /** Null for a form that came without files. */
  files: TakenFiles | null;
}

/** Set for the request that brings a form. */
export const formSubmissionContext = createContext<FormSubmission>();

function refuseFiles(form: FormData, refused: string[]): Refusal {
  return {
    status: 422,
    message: 'Some fields need another look.',
    fields: [{ path: 'files', message: refused.join(' ') }],
    values: filledFields(form),
    requestId: null,
  };
}

/**
 * Takes a form sent without JavaScript, the same way for every page: a file that was not taken is refused before the
 * page's own action runs, and a form that is shown again keeps the files it came with.
 */
export async function takeForm(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  act: (sent: Pick<ActionArgs, 'form' | 'key'>) => Promise<Outcome>,
): Promise<Outcome> {
  const form = await request.formData();
  const { visitorKey, files } = context.get(formSubmissionContext);
  const { attached = [], refused = [], digests = [] } = files ?? {};
  if (refused.length > 0) return { refusal: { ...refuseFiles(form, refused), attached } };
  const { files: _tokens, ...typed } = filledFields(form);
  const outcome = await act({
    form,
    key: await contentKey(visitorKey, digests.length > 0 ? { ...typed, files: digests.join() } : typed),
  });
  if ('to' in outcome) return outcome;
  // Files that the form was refused for are not offered again.
  const isAboutFiles = outcome.refusal.fields.some(({ path }) => path === 'files');
  return { refusal: { ...outcome.refusal, attached: isAboutFiles ? [] : attached } };
}
