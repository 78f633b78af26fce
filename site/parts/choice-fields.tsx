import type { SubmissionRefusal } from '../forms/submission.ts';
import chipStyles from './chip.module.css';
import styles from './choice-fields.module.css';
import type { EnquiryChoices } from './enquiry-choices.ts';
import fieldStyles from './field.module.css';
import { Field } from './field.tsx';

export const choiceLabels = { persona: 'Your role', interests: 'Your interests' };

/** Renders the fields for persona and interests. A field without options is left out. */
export function ChoiceFields({ choices, refusal }: { choices: EnquiryChoices; refusal: SubmissionRefusal | null }) {
  const { personas, interests } = choices;
  const chosen = refusal?.values.interests?.split(',') ?? [];
  const error = refusal?.fields.find(({ path }) => path === 'interests')?.message;
  return (
    <>
      {personas.length > 0 && (
        <Field
          name="persona"
          label={choiceLabels.persona}
          refusal={refusal}
          options={[
            { value: '', label: 'Prefer not to say' },
            ...personas.map(({ slug, label }) => ({ value: slug, label })),
          ]}
        />
      )}
      {interests.length > 0 && (
        <fieldset
          id="field-interests"
          tabIndex={-1}
          className={styles.fieldset}
          aria-describedby={error ? 'field-interests-error' : undefined}
        >
          <legend className={styles.legend}>{choiceLabels.interests}</legend>
          {error && (
            <p id="field-interests-error" className={fieldStyles.error}>
              {error}
            </p>
          )}
          <div className={chipStyles.chips}>
            {interests.map(({ slug, label }) => (
              <label key={slug} dir="auto" className={`${chipStyles.chip} ${styles.chip}`}>
                <input
                  type="checkbox"
                  name="interests"
                  value={slug}
                  defaultChecked={chosen.includes(slug)}
                  className={styles.checkbox}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
