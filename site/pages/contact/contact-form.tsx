import { type FormEvent, use, useReducer, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { fieldLimits, sourcePath } from '../../../contract/field-limits.ts';
import { ClientContext } from '../../context.ts';
import { contactReducer, contactStatus, initialContactState } from '../../forms/contact-state.ts';
import { filledFields, type Values } from '../../forms/filled-fields.ts';
import type { Refusal } from '../../forms/outcome.ts';
import { sendNatively } from '../../forms/send-natively.ts';
import { thankYouAddress } from '../../forms/thank-you-address.ts';
import { unreachableText } from '../../forms/unreachable-text.ts';
import { useFormMemory } from '../../forms/use-form-memory.ts';
import { useRefusal } from '../../forms/use-refusal.ts';
import { createCodeLoader } from '../../load-code.ts';
import actions from '../../parts/action.module.css';
import { Attachments } from '../../parts/attachments.tsx';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Field } from '../../parts/field.tsx';
import { FormGuard } from '../../parts/form-guard.tsx';
import { SenderFields, senderLabels } from '../../parts/sender-fields.tsx';
import styles from './contact-form.module.css';

const labels = { ...senderLabels, message: 'Your message', files: 'Files' };

const loadContactCode = createCodeLoader(() => import('../../forms/contact.ts'));

/** As where the call itself met no network. */
function unreachable(values: Values): Refusal {
  return { status: 503, message: unreachableText, fields: [], values, requestId: null };
}

/** The contact form; posts to its own address without JavaScript, and stays on the page with everything typed otherwise. */
export function ContactForm({ supportEmail }: { supportEmail: string }) {
  const sent = useRefusal();
  const [state, dispatch] = useReducer(contactReducer, initialContactState);
  const [refusal, setRefusal] = useState<Refusal | null>(sent);
  // One key for one message: sending it again after a failure cannot store it twice.
  const key = useRef<string>(undefined);
  const memory = useFormMemory();
  const client = use(ClientContext);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const status = contactStatus(state);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (status === 'loading' || !client) return;
    key.current ??= crypto.randomUUID();
    const form = event.currentTarget;
    const values = filledFields(new FormData(form));
    const sending = memory.startSending(values);
    const fail = (why: Refusal) => {
      sending.fail();
      dispatch({ type: 'failure', message: why.message });
      setRefusal(why);
    };
    dispatch({ type: 'pending' });
    const code = await loadContactCode().catch(() => null);
    if (!code) {
      if (!sending.isOnForm() || !(await sendNatively(form))) fail(unreachable(values));
      return;
    }
    const checked = code.checkContact({ ...values, key: key.current });
    if ('refusal' in checked) return fail(checked.refusal);
    const answer = await code.sendContact(client, checked.form, supportEmail);
    if ('refusal' in answer) {
      // Another text needs another key; the server says so where this one was used.
      if (answer.refusal.status === 422) key.current = undefined;
      return fail(answer.refusal);
    }
    dispatch({ type: 'success', payload: { ...checked.form, ...answer.submitted } });
    sending.succeed();
    if (sending.isOnForm()) await navigate(thankYouAddress(answer.reference, checked.form));
  }

  const source = sourcePath(search.get('pathName'));
  return (
    <form
      ref={memory.form}
      method="post"
      action="/contact-us"
      encType="multipart/form-data"
      className={styles.form}
      onFocus={() => void loadContactCode().catch(() => undefined)}
      onSubmit={submit}
      noValidate={refusal !== null}
    >
      {refusal && status !== 'loading' && <ErrorSummary refusal={refusal} labels={labels} />}
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
