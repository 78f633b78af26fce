import { type ReactNode, use, useEffect } from 'react';
import { StudioSettingsContext } from '../context.ts';
import styles from './entrance.module.css';
import form from './form.module.css';

/** Renders a screen for people who are not signed in: one column under the name of the Studio. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const { siteName } = use(StudioSettingsContext);
  useEffect(() => {
    document.title = `${title} – ${siteName} Studio`;
  }, [title, siteName]);
  return (
    <main className={styles.entrance}>
      <div className={styles.sheet}>
        <p className={form.strong}>
          {siteName} <span className={styles.studio}>Studio</span>
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
