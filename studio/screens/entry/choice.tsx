import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import styles from '../../parts/choice.module.css';
import { Icon } from '../../parts/icon.tsx';
import { takeTypedTexts } from '../../saving/before-hydration.ts';

/**
 * Renders a choice of one option, as buttons beside each other. With `icons` the buttons show these, and the words are
 * their names.
 */
export function Choice<T extends string>({
  label,
  options,
  icons,
  value,
  onChange,
}: {
  label: string;
  options: readonly T[];
  icons?: Readonly<Record<string, LucideIcon>>;
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
      {options.map((option) => {
        const icon = icons?.[option];
        return (
          <label key={option} className={styles.option} title={icon && option} data-option={option}>
            <input
              type="radio"
              name={label}
              value={option}
              className={styles.radio}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {icon && <Icon of={icon} />}
            <span className={icon && 'visually-hidden'}>{option}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
