import { useEffect } from 'react';
import { chooseTheme, followKeptTheme, type Theme, themes, useTheme } from '../theme.ts';
import styles from './theme-switch.module.css';

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Light or dark, whatever the system says. Its place is kept before the page is alive; without JavaScript it is not there. */
export function ThemeSwitch() {
  const shown = useTheme();
  useEffect(followKeptTheme, []);
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.caption}>Theme</legend>
      <div className={styles.options}>
        {themes.map((theme) => (
          <label key={theme} className={styles.option}>
            <input
              type="radio"
              name="theme"
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
