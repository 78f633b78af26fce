import { fieldLimits } from '../../contract/field-limits.ts';
import type { Refusal } from '../forms/outcome.ts';
import type { FormMemory } from '../forms/use-form-memory.ts';
import { Field } from './field.tsx';
import styles from './sender-fields.module.css';

/** What the error summary calls the fields of a sender; spread into a form's own labels. */
export const senderLabels = {
  name: 'Your name',
  email: 'Your e-mail',
  company: 'Company',
  countryCode: 'Country code',
  contactNumber: 'Telephone',
};

interface SenderFieldsProps {
  refusal: Refusal | null;
  memory: FormMemory;
}

/** Who sends a form and how to reach them, the same in every form, with the choice to have this device remember it. */
export function SenderFields({ refusal, memory }: SenderFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
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
          type="tel"
          label={senderLabels.contactNumber}
          hint="If we should ring you."
          refusal={refusal}
          autoComplete="tel-national"
          maxLength={fieldLimits.contactNumber}
        />
      </div>
      {/* Without a name: what a device keeps is nothing the company is told. */}
      <div className={styles.remember}>
        <label className={styles.tick}>
          <input
            type="checkbox"
            className={styles.box}
            checked={memory.isRemembering}
            disabled={!memory.isReady}
            onChange={(event) => memory.remember(event.currentTarget.checked)}
          />
          Remember my details on this device
        </label>
      </div>
    </>
  );
}
