import { SelectField } from '../parts/text-field.tsx';

/** Chooses the right answer of a question from its options. The answer is stored as the place of its option. */
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
        ...options.map((text, place) => ({ value: String(place), label: String(text) || `Option ${place + 1}` })),
      ]}
      onChange={({ target }) => {
        if (target.value) onChange(Number(target.value));
      }}
    />
  );
}
