import { fieldLimits } from '../../contract/forms/field-limits.ts';
import type { SubmissionRefusal } from '../forms/submission.ts';
import type { FormMemory } from '../forms/use-form-memory.ts';
import { Field } from './field.tsx';
import styles from './sender-fields.module.css';

/** Labels of the sender's fields, which forms add to the labels of their error summary. */
export const senderLabels = {
  name: 'Your name',
  email: 'Your e-mail',
  company: 'Company',
  countryCode: 'Country code',
  contactNumber: 'Telephone',
};

interface SenderFieldsProps {
  refusal: SubmissionRefusal | null;
  memory: FormMemory;
  /** What the telephone number is for. */
  phoneHint?: string | undefined;
}

/** Renders the fields for the sender, and the checkbox that lets this device remember them. */
export function SenderFields({ refusal, memory, phoneHint = 'Only if you would like a call.' }: SenderFieldsProps) {
  return (
    <>
      <div className={styles.twoColumns}>
        <Field
          name="name"
          label={senderLabels.name}
          refusal={refusal}
          isRequired
          autoComplete="name"
          maxLength={fieldLimits.name}
        />
        <Field
          name="email"
          type="email"
          label={senderLabels.email}
          refusal={refusal}
          isRequired
          autoComplete="email"
          maxLength={fieldLimits.email}
        />
      </div>
      <Field
        name="company"
        label={senderLabels.company}
        refusal={refusal}
        autoComplete="organization"
        maxLength={fieldLimits.company}
      />
      <div className={styles.telephone}>
        <Field
          name="countryCode"
          label={senderLabels.countryCode}
          hint="+44, 44 or GB"
          refusal={refusal}
          autoComplete="tel-country-code"
          maxLength={fieldLimits.countryCode}
        />
        <Field
          name="contactNumber"
          inputMode="tel"
          label={senderLabels.contactNumber}
          hint={phoneHint}
          refusal={refusal}
          autoComplete="tel-national"
          maxLength={fieldLimits.contactNumber}
        />
      </div>
      {/* The checkbox has no name, so the form does not send it. */}
      <div className={styles.remember}>
        <label className={styles.checkboxLabel}>
          <input
            type="checkbox"
            className={styles.checkbox}
            checked={memory.isRemembering}
            disabled={!memory.isReady}
            onChange={(event) => memory.setRemembering(event.currentTarget.checked)}
          />
          Remember my details on this device
        </label>
      </div>
    </>
  );
}
