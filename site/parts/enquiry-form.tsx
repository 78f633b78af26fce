import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { fieldLimits, getSourcePath } from '../../contract/forms/field-limits.ts';
import { readStoredItem } from '../device/storage.ts';
import { fillEmptyFields } from '../forms/fill-empty-fields.ts';
import type { FormValues } from '../forms/form-values.ts';
import type { SubmissionRefusal } from '../forms/submission.ts';
import { useActionRefusal } from '../forms/use-action-refusal.ts';
import { useFormSubmit } from '../forms/use-form-submit.ts';
import { createCodeLoader } from '../hydration/load-code.ts';
import { Attachments } from './attachments.tsx';
import { ChoiceFields, choiceLabels } from './choice-fields.tsx';
import type { EnquiryChoices, EnquiryWords } from './enquiry-choices.ts';
import styles from './enquiry-form.module.css';
import { ErrorSummary } from './error-summary.tsx';
import fieldStyles from './field.module.css';
import { Field, type FieldOption } from './field.tsx';
import { findNamed } from './find-named.ts';
import { FormGuard } from './form-guard.tsx';
import { FormNote } from './form-note.tsx';
import { FindTowns, PlaceFields, placeLabels } from './place-fields.tsx';
import { SenderFields, senderLabels } from './sender-fields.tsx';
import { SubmitButton } from './submit-button.tsx';
import { SupportMail } from './support-mail.tsx';

const commonLabels = {
  ...senderLabels,
  ...choiceLabels,
  ...placeLabels,
  files: 'Files',
};
const subjectLabel = 'Subject';

const loadSend = createCodeLoader(async () => (await import('../forms/sending/send-enquiry.ts')).sendEnquiry);

interface EnquiryFormProps {
  /** The path of the page, to which the form posts without JavaScript. */
  action: string;
  /** The subject of the page, or the subjects to choose from. */
  subject: { path: string; title: string } | { options: FieldOption[] };
  choices: EnquiryChoices;
  words: EnquiryWords;
}

/** Returns the values of the persona and the interests that this device stores (`userCategories`). */
function readStoredChoices(choices: EnquiryChoices): FormValues {
  const stored = [readStoredItem('categories')].flat() as ({ kind?: unknown; slug?: unknown } | null)[];
  const listSlugs = (kind: 'interest' | 'persona') =>
    stored.flatMap((each) => (each?.kind === kind && findNamed(choices[`${kind}s`], each.slug)?.slug) || []);
  const [persona = ''] = listSlugs('persona');
  return { persona, interests: listSlugs('interest').join(',') };
}

/** Returns whether the optional fields must be open, because one of them is filled in or has an error. */
function hasOptionalInput(refusal: SubmissionRefusal | null): boolean {
  const names = [...Object.keys(choiceLabels), ...Object.keys(placeLabels)];
  return names.some((name) => refusal?.values[name] || refusal?.fields.some(({ path }) => path.split('.')[0] === name));
}

/** Renders the business enquiry (readings, "Forms"). A failed call shows no message: the button says "Send again". */
export function EnquiryForm({ action, subject, choices, words }: EnquiryFormProps) {
  const submit = useFormSubmit({ loadSend, initialRefusal: useActionRefusal(), isFailureHidden: true });
  const { refusal, memory } = submit;
  const [search] = useSearchParams();
  const source = getSourcePath(search.get('pathName'));
  const { form } = memory;
  const labels = {
    ...commonLabels,
    message: words.message,
    ...('options' in subject ? { subject: subjectLabel } : {}),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, so that a choice that the visitor takes back stays so
  useEffect(() => {
    if (form.current) fillEmptyFields(form.current, readStoredChoices(choices));
  }, [form]);

  return (
    <form {...submit.form} method="post" action={action} encType="multipart/form-data" className={styles.form}>
      {refusal && !submit.isSending && <ErrorSummary refusal={refusal} labels={labels} />}
      {'options' in subject ? (
        <Field
          name="subject"
          label={subjectLabel}
          refusal={refusal}
          isRequired
          options={[{ value: '', label: 'Choose…' }, ...subject.options]}
        />
      ) : (
        <>
          <p>
            About <strong dir="auto">{subject.title}</strong>
          </p>
          <input type="hidden" name="subject" value={subject.path} />
        </>
      )}
      <SenderFields refusal={refusal} memory={memory} />
      <Field name="message" label={labels.message} refusal={refusal} rows={6} maxLength={fieldLimits.message} />
      <Attachments refusal={refusal} />
      <details className={styles.moreFields} open={hasOptionalInput(refusal)}>
        <summary className={styles.summary}>
          More about you <span className={fieldStyles.optional}>optional</span>
        </summary>
        <div className={styles.form}>
          <ChoiceFields choices={choices} refusal={refusal} />
          <PlaceFields refusal={refusal} />
        </div>
      </details>
      <FormGuard />
      {source && <input type="hidden" name="pathName" value={source} />}
      <FormNote note={words.note} />
      <div className={styles.actions}>
        <SubmitButton submit={submit} label={words.send} retryLabel="Send again" />
        <FindTowns />
        <p>
          Or write to <SupportMail />.
        </p>
      </div>
    </form>
  );
}
