import { getThemePicturePath } from '../../contract/studio/paths.ts';
import type { ThemeChoice } from '../../contract/studio/shapes.ts';
import group from '../parts/group.module.css';
import styles from './theme-field.module.css';

/** Renders the choice of a theme from the themes of the installation, each with its picture. */
export function ThemeField({
  path,
  themes,
  value,
  isReadOnly,
  error,
  onChange,
}: {
  path: string;
  themes: readonly ThemeChoice[];
  value: unknown;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (theme: ThemeChoice) => void;
}) {
  return (
    <fieldset className={group.group} data-path={path} tabIndex={-1}>
      <legend className={group.legend}>Theme</legend>
      {error && <p className={group.error}>{error}</p>}
      <div className={styles.themes}>
        {themes.map((theme) => (
          <label key={theme.name} className={styles.theme}>
            <img src={getThemePicturePath(theme.name)} alt="" width="960" height="600" className={styles.picture} />
            <span className={styles.name}>
              <input
                type="radio"
                name="theme"
                checked={value === theme.name}
                disabled={isReadOnly}
                aria-describedby={`${path}.${theme.name}`}
                onChange={() => onChange(theme)}
              />
              {theme.title}
            </span>
            <span id={`${path}.${theme.name}`} className={styles.summary}>
              {theme.summary}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
