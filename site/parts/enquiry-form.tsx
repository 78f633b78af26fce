import { type FormEvent, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { fieldLimits, sourcePath } from '../../contract/field-limits.ts';
import { ClientContext } from '../context.ts';
import { fillEmpty } from '../forms/fill-empty.ts';
import { filledFields } from '../forms/filled-fields.ts';
import type { Refusal } from '../forms/outcome.ts';
import { sendNatively } from '../forms/send-natively.ts';
import { thankYouAddress } from '../forms/thank-you-address.ts';
import { useFormMemory } from '../forms/use-form-memory.ts';
import { useRefusal } from '../forms/use-refusal.ts';
import { createCodeLoader } from '../load-code.ts';
import { SettingsContext } from '../settings.ts';
import { readStored } from '../storage.ts';
import actions from './action.module.css';
import { Attachments } from './attachments.tsx';
import { ChoiceFields, choiceLabels } from './choice-fields.tsx';
import type { EnquiryChoices } from './enquiry-choices.ts';
import styles from './enquiry-form.module.css';
import { ErrorSummary } from './error-summary.tsx';
import { Field, type Option } from './field.tsx';
import { FormGuard } from './form-guard.tsx';
import { FindTowns, PlaceFields, placeLabels } from './place-fields.tsx';
import { SenderFields, senderLabels } from './sender-fields.tsx';

const fixedLabels = {
  ...senderLabels,
  ...choiceLabels,
  ...placeLabels,
  message: 'Your message',
  files: 'Files',
};
const labels = { ...fixedLabels, subject: 'What it is about' };

const loadEnquiryCode = createCodeLoader(() => import('../forms/enquiry.ts'));

interface EnquiryFormProps {
  /** Where the page itself is: the form posts there without JavaScript. */
  action: string;
  /** What the page is about, or what there is to choose from. */
  subject: { path: string; title: string } | { options: Option[] };
  choices: EnquiryChoices;
}

/** What a visitor asked this device to keep of themselves, as values of fields; what is unknown fits no field. */
function keptChoices(): Record<string, string> {
  const stored = readStored('categories');
  const slugs = (kind: string) =>
    (Array.isArray(stored) ? stored : [stored]).flatMap((one: { kind?: unknown; slug?: unknown } | null) =>
      one?.kind === kind && typeof one.slug === 'string' ? [one.slug] : [],
    );
  const [persona = ''] = slugs('persona');
  return { persona, interests: slugs('interest').join(',') };
}

/**
 * The business enquiry (readings, "Forms"). A call that fails is said nowhere but in the console: all values stay, and the
 * button becomes "Send again" and takes the focus.
 */
export function EnquiryForm({ action, subject, choices }: EnquiryFormProps) {
  const { supportEmail } = use(SettingsContext);
  const [refusal, setRefusal] = useState<Refusal | null>(useRefusal());
  const [status, setStatus] = useState<'idle' | 'sending' | 'failed'>('idle');
  const memory = useFormMemory();
  const button = useRef<HTMLButtonElement>(null);
  // One key for one content: the same sent again cannot be stored twice, and what was changed is another enquiry.
  const last = useRef({ content: '', key: '' });
  const client = use(ClientContext);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { form } = memory;
  useEffect(() => {
    if (form.current) fillEmpty(form.current, keptChoices());
  }, [form]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (status === 'sending' || !client) return;
    const sent = event.currentTarget;
    const values = filledFields(new FormData(sent));
    const { fillTime: _measured, ...typed } = values;
    const content = JSON.stringify(typed);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    setStatus('sending');
    const sending = memory.startSending(values);
    const code = await loadEnquiryCode().catch(() => null);
    if (!code && sending.isOnForm() && (await sendNatively(sent))) return;
    const outcome = await code?.sendEnquiry(client, values, last.current.key, supportEmail);
    if (outcome && !('refusal' in outcome)) {
      sending.succeed();
      if (sending.isOnForm()) return navigate(thankYouAddress(outcome.reference, values));
      return setStatus('idle');
    }
    sending.fail();
    // Another text needs another key; the server says so where this one was used.
    if (outcome?.refusal.status === 422) last.current = { content: '', key: '' };
    flushSync(() => {
      setStatus(outcome ? 'idle' : 'failed');
      setRefusal(outcome?.refusal ?? null);
    });
    if (!outcome) button.current?.focus();
  }

  const source = sourcePath(search.get('pathName'));
  return (
    <form
      ref={form}
      method="post"
      action={action}
      encType="multipart/form-data"
      className={styles.form}
      onFocus={() => void loadEnquiryCode().catch(() => undefined)}
      onSubmit={submit}
      noValidate={refusal !== null}
    >
      {refusal && status !== 'sending' && (
        <ErrorSummary refusal={refusal} labels={'options' in subject ? labels : fixedLabels} />
      )}
      {'options' in subject ? (
        <Field
          name="subject"
          label={labels.subject}
          refusal={refusal}
          isRequired
          options={[{ value: '', label: 'Choose…' }, ...subject.options]}
        />
      ) : (
        <>
          <p>
            About <strong>{subject.title}</strong>
          </p>
          <input type="hidden" name="subject" value={subject.path} />
        </>
      )}
      <SenderFields refusal={refusal} memory={memory} />
      <Field name="message" label={labels.message} refusal={refusal} rows={6} maxLength={fieldLimits.message} />
      <Attachments refusal={refusal} />
      <details className={styles.more} open={hasMore(refusal)}>
        <summary className={styles.summary}>
          More about you <span className={styles.optional}>optional</span>
        </summary>
        <div className={styles.form}>
          <ChoiceFields choices={choices} refusal={refusal} />
          <PlaceFields refusal={refusal} />
        </div>
      </details>
      <FormGuard />
      {source && <input type="hidden" name="pathName" value={source} />}
      <div className={styles.end}>
        <button ref={button} type="submit" className={actions.primary} aria-disabled={status === 'sending'}>
          {status === 'sending' ? 'Sending…' : status === 'failed' || refusal ? 'Send again' : 'Send enquiry'}
        </button>
        <FindTowns />
        <p>
          Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </div>
    </form>
  );
}

/** What was filled in or is wrong there must be seen. */
function hasMore(refusal: Refusal | null): boolean {
  const names = [...Object.keys(choiceLabels), ...Object.keys(placeLabels)];
  return names.some((name) => refusal?.values[name] || refusal?.fields.some(({ path }) => path.split('.')[0] === name));
}
