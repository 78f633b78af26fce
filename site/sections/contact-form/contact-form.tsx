import { useSearchParams } from 'react-router';
import { fieldLimits, getSourcePath } from '../../../contract/forms/field-limits.ts';
import { useActionRefusal } from '../../forms/use-action-refusal.ts';
import { useFormSubmit } from '../../forms/use-form-submit.ts';
import { createCodeLoader } from '../../hydration/load-code.ts';
import { Attachments } from '../../parts/attachments.tsx';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Field } from '../../parts/field.tsx';
import { FormGuard } from '../../parts/form-guard.tsx';
import { PrintedForm } from '../../parts/printed-form.tsx';
import { SenderFields, senderLabels } from '../../parts/sender-fields.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { SupportMail } from '../../parts/support-mail.tsx';
import styles from './contact-form.module.css';

const labels = { ...senderLabels, message: 'Your message', files: 'Files' };

const loadSend = createCodeLoader(async () => (await import('../../forms/sending/send-contact.ts')).sendContact);

/** Renders the contact form. Without JavaScript the browser posts it to the page's own address. */
export function ContactForm() {
  const submit = useFormSubmit({ loadSend, initialRefusal: useActionRefusal() });
  const { refusal, memory } = submit;
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
        <div className={styles.actions}>
          <SubmitButton submit={submit} label="Send message" retryLabel="Send again" />
          <p>
            Or write to <SupportMail />.
          </p>
        </div>
      </form>
      <PrintedForm path="/contact-us" />
    </>
  );
}
