import { getThemePicturePath } from '../../contract/studio/paths.ts';
import type { ThemeChoice } from '../../contract/studio/shapes.ts';
import group from '../parts/group.module.css';
import { toPreviewAddress } from '../screens/entry/preview-pages.ts';
import styles from './theme-field.module.css';

/** Renders the choice of a theme from the themes of the installation, each with Home in it. */
export function ThemeField({
  path,
  themes,
  value,
  isReadOnly,
  error,
  preview,
  onChange,
}: {
  path: string;
  themes: readonly ThemeChoice[];
  value: unknown;
  isReadOnly: boolean;
  error: string | undefined;
  /** The parameters of previews of the draft. */
  preview: Record<string, string>;
  onChange: (theme: ThemeChoice) => void;
}) {
  return (
    <fieldset className={group.group} data-path={path} tabIndex={-1}>
      <legend className={group.legend}>Theme</legend>
      {error && <p className={group.error}>{error}</p>}
      <div className={styles.themes}>
        {themes.map((theme) => (
          <label key={theme.name} className={styles.theme}>
            <span className={styles.home}>
              <img src={getThemePicturePath(theme.name)} alt="" width="960" height="600" className={styles.picture} />
              <iframe
                src={toPreviewAddress('/', { ...preview, look: theme.name })}
                title={`Home in ${theme.title}`}
                sandbox="allow-same-origin"
                tabIndex={-1}
                aria-hidden="true"
                className={styles.frame}
              />
            </span>
            <span className={styles.name}>
              <input
                type="radio"
                name={path}
                value={theme.name}
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
