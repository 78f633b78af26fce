import { SelectField } from '../parts/text-field.tsx';

/** Renders the choice of a question's right answer from its options. The value is the index of the right option. */
export function AnswerField({
  path,
  options,
  value,
  isReadOnly,
  error,
  onChange,
}: {
  path: string;
  options: readonly unknown[];
  value: unknown;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (value: number) => void;
}) {
  const isKnown = typeof value === 'number' && value in options;
  return (
    <SelectField
      label="Right answer"
      data-path={path}
      disabled={isReadOnly}
      error={error}
      value={isKnown ? String(value) : ''}
      options={[
        ...(isKnown ? [] : [{ value: '', label: 'Choose an option' }]),
        ...options.map((text, index) => ({ value: String(index), label: String(text) || `Option ${index + 1}` })),
      ]}
      onChange={({ target }) => {
        if (target.value) onChange(Number(target.value));
      }}
    />
  );
}
