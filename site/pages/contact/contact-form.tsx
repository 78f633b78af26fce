import { type FormEvent, use, useReducer, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { fieldLimits, sourcePath } from '../../../contract/form-fields.ts';
import { ClientContext } from '../../context.ts';
import { answerChallenge } from '../../forms/answer-challenge.ts';
import { checkContact, sendContact } from '../../forms/contact.ts';
import { contactReducer, contactStatus, initialContactState } from '../../forms/contact-state.ts';
import type { Refusal } from '../../forms/outcome.ts';
import { filledFields } from '../../forms/submit.ts';
import { useRefusal } from '../../forms/use-refusal.ts';
import actions from '../../parts/action.module.css';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Field } from '../../parts/field.tsx';
import { FormGuard } from '../../parts/form-guard.tsx';
import styles from './contact-form.module.css';

const labels = {
  name: 'Your name',
  email: 'Your e-mail',
  message: 'Your message',
  company: 'Company',
  contactNumber: 'Telephone',
};

/** The contact form; posts to its own address without JavaScript, and stays on the page with everything typed otherwise. */
export function ContactForm({ supportEmail }: { supportEmail: string }) {
  const sent = useRefusal();
  const [state, dispatch] = useReducer(contactReducer, initialContactState);
  const [refusal, setRefusal] = useState<Refusal | null>(sent);
  // One key for one message: sending it again after a failure cannot store it twice.
  const key = useRef<string>(undefined);
  const client = use(ClientContext);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const status = contactStatus(state);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (status === 'loading' || !client) return;
    key.current ??= crypto.randomUUID();
    const checked = checkContact({ ...filledFields(new FormData(event.currentTarget)), key: key.current });
    if ('refusal' in checked) return setRefusal(checked.refusal);
    dispatch({ type: 'pending' });
    const answer = await sendContact(client, checked.form, supportEmail);
    if ('refusal' in answer) {
      dispatch({ type: 'failure', message: answer.refusal.message });
      // Another text needs another key; the server says so where this one was used.
      if (answer.refusal.status === 422) key.current = undefined;
      return setRefusal(answer.refusal);
    }
    answerChallenge(client, answer.challenge);
    dispatch({ type: 'success', payload: checked.form });
    await navigate(`/thank-you?reference=${answer.reference}`);
  }

  const source = sourcePath(search.get('pathName'));
  return (
    <form method="post" action="/contact-us" className={styles.form} onSubmit={submit} noValidate={refusal !== null}>
      {refusal && status !== 'loading' && <ErrorSummary refusal={refusal} labels={labels} />}
      <Field
        name="name"
        label={labels.name}
        refusal={refusal}
        isRequired
        autoComplete="name"
        maxLength={fieldLimits.name}
      />
      <Field
        name="email"
        type="email"
        label={labels.email}
        refusal={refusal}
        isRequired
        autoComplete="email"
        maxLength={fieldLimits.email}
      />
      <Field
        name="company"
        label={labels.company}
        refusal={refusal}
        autoComplete="organization"
        maxLength={fieldLimits.company}
      />
      <Field
        name="contactNumber"
        type="tel"
        label={labels.contactNumber}
        hint="With its country code, such as +44 117 496 0142, if we should ring you."
        refusal={refusal}
        autoComplete="tel"
        maxLength={fieldLimits.contactNumber}
      />
      <Field
        name="message"
        label={labels.message}
        refusal={refusal}
        isRequired
        rows={9}
        maxLength={fieldLimits.message}
      />
      <FormGuard />
      {source && <input type="hidden" name="pathName" value={source} />}
      <div className={styles.end}>
        <button type="submit" className={actions.primary} aria-disabled={status === 'loading'}>
          {status === 'loading' ? 'Sending…' : refusal ? 'Send again' : 'Send message'}
        </button>
        <p>
          Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </div>
    </form>
  );
}
