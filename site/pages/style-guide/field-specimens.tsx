import { useState } from 'react';
import type { SubmissionRefusal } from '../../forms/submission.ts';
import actions from '../../parts/action.module.css';
import { ChosenFile } from '../../parts/chosen-file.tsx';
import { ErrorSummary } from '../../parts/error-summary.tsx';
import { Field } from '../../parts/field.tsx';
import { Specimen } from './part-specimens.tsx';
import styles from './specimen.module.css';

const refusal: SubmissionRefusal = {
  status: 400,
  message: 'Check the fields below.',
  fields: [{ path: 'refused', message: 'Enter an address such as name@example.org' }],
  values: { refused: 'name@' },
  requestId: 'a-request-id',
};

const file = { id: 'a', name: 'rack-elevation.pdf', size: 482_113, share: 0.6 };

/** Renders a button that shows the summary, because a summary takes the focus when it appears. */
function Summary() {
  const [isShown, setShown] = useState(false);
  if (isShown) return <ErrorSummary refusal={refusal} labels={{ refused: 'E-mail' }} />;
  return (
    <button type="button" className={actions.quiet} onClick={() => setShown(true)}>
      Show it
    </button>
  );
}

/** Renders the fields of forms in all their states. */
export function FieldSpecimens() {
  return (
    <>
      <Specimen name="Field">
        <div className={styles.fields}>
          <Field name="required" label="Required" refusal={null} isRequired />
          <Field
            name="optional"
            label="With a hint"
            hint="What to type, where the label does not say it."
            refusal={null}
          />
          <Field name="refused" label="Refused" type="email" refusal={refusal} isRequired />
          <Field
            name="choice"
            label="A choice"
            refusal={null}
            options={[
              { value: '', label: 'Prefer not to say' },
              { value: 'one', label: 'One', group: 'A group' },
            ]}
          />
          <Field name="suggested" label="With suggestions" suggestions={['Bristol', 'Tallinn']} refusal={null} />
          <Field name="long" label="A longer text" rows={4} refusal={null} />
        </div>
      </Specimen>
      <Specimen name="ChosenFile">
        <ul>
          {(['sending', 'stored', 'failed'] as const).map((state) => (
            <ChosenFile
              key={state}
              file={{ ...file, state, problem: 'It could not be sent.' }}
              onRetry={() => undefined}
              onRemove={() => undefined}
            />
          ))}
        </ul>
      </Specimen>
      <Specimen name="ErrorSummary">
        <Summary />
      </Specimen>
    </>
  );
}
