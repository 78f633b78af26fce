import { useSearchParams } from 'react-router';
import type { FormWords } from '../../../contract/content/form-schemas.ts';
import { fieldLimits, getSourcePath } from '../../../contract/forms/field-limits.ts';
import { useActionRefusal } from '../../forms/use-action-refusal.ts';
import { useFormSubmit } from '../../forms/use-form-submit.ts';
import { createCodeLoader } from '../../hydration/load-code.ts';
import { Attachments } from '../../parts/attachments.tsx';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Field } from '../../parts/field.tsx';
import { FormGuard } from '../../parts/form-guard.tsx';
import { FormNote } from '../../parts/form-note.tsx';
import { PrintedForm } from '../../parts/printed-form.tsx';
import { SenderFields, senderLabels } from '../../parts/sender-fields.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import styles from './contact-form.module.css';

const loadSend = createCodeLoader(async () => (await import('../../forms/sending/send-contact.ts')).sendContact);

/** What the setting `forms` says of the contact form. */
export type ContactWords = Pick<FormWords, 'contact' | 'note'>;

/** Renders the contact form. Without JavaScript the browser posts it to the page's own address. */
export function ContactForm({ words: { contact, note } }: { words: ContactWords }) {
  const submit = useFormSubmit({ loadSend, initialRefusal: useActionRefusal() });
  const { refusal, memory } = submit;
  const labels = { ...senderLabels, message: contact.message, files: 'Files' };
  const [search] = useSearchParams();
  const source = getSourcePath(search.get('pathName'));
  return (
    <>
      <form {...submit.form} method="post" action="/contact-us" encType="multipart/form-data" className={styles.form}>
        {refusal && !submit.isSending && <ErrorSummary refusal={refusal} labels={labels} />}
        <SenderFields refusal={refusal} memory={memory} />
        <Field
          name="message"
          label={labels.message}
          refusal={refusal}
          isRequired
          rows={9}
          maxLength={fieldLimits.message}
        />
        <Attachments refusal={refusal} />
        <FormGuard />
        {source && <input type="hidden" name="pathName" value={source} />}
        <FormNote note={note} />
        <div className={styles.actions}>
          <SubmitButton submit={submit} label={contact.send} retryLabel="Send again" />
          <p>
            Or write to <SupportMail />.
          </p>
        </div>
      </form>
      <PrintedForm path="/contact-us" />
    </>
  );
}
