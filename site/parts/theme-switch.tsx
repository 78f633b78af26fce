import { useEffect, useRef } from 'react';
import { chooseTheme, followStoredTheme, type Theme, themes, useTheme } from '../device/theme.ts';
import styles from './theme-switch.module.css';

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/**
 * Renders the choice between light, dark and the system's theme. CSS hides it without JavaScript. Two choices in one
 * page need two names.
 */
export function ThemeSwitch({ name = 'theme' }: { name?: string }) {
  const shown = useTheme();
  const choice = useRef<HTMLFieldSetElement>(null);
  useEffect(followStoredTheme, []);
  useEffect(() => {
    // Somebody may have chosen before hydration, which fires no event of React.
    const chosen = choice.current?.querySelector<HTMLInputElement>(':checked');
    if (chosen && !chosen.defaultChecked) chooseTheme(chosen.value as Theme);
  }, []);
  return (
    <fieldset ref={choice} className={styles.switch}>
      <legend className={styles.caption}>Theme</legend>
      <div className={styles.options}>
        {themes.map((theme) => (
          <label key={theme} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={theme}
              checked={shown === theme}
              onChange={() => chooseTheme(theme)}
              className={styles.input}
            />
            {labels[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
