import { useEffect, useEffectEvent } from 'react';
import { takeTypedTexts } from '../../saving/typed-before-hydration.ts';
import styles from './choice.module.css';

/** Renders a choice of one option, as buttons beside each other. */
export function Choice<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly T[];
  value: T;
  onChange: (option: T) => void;
}) {
  const takeEarlyChoice = useEffectEvent(() => {
    const early = takeTypedTexts([label])[label];
    const chosen = options.find((option) => option === early);
    if (chosen) onChange(chosen);
  });
  useEffect(() => takeEarlyChoice(), []);
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option} className={styles.option}>
          <input
            type="radio"
            name={label}
            value={option}
            className={styles.radio}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}
