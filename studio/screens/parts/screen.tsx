import '../../drawings/configure-zod.ts';
import { Link } from 'react-router';
import { ThemeSwitch } from '../../../site/parts/theme-switch.tsx';
import { Button, buttonLink } from '../../parts/button.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import type { Screen } from '../../screen.ts';
import { DialogSpecimen, StudioFieldSpecimens } from './field-specimens.tsx';
import { StudioListSpecimens } from './list-specimens.tsx';
import styles from './specimen.module.css';
import { StudioSpecimen } from './specimen.tsx';
import { StudioStateSpecimens } from './state-specimens.tsx';

function View() {
  return (
    <main className={styles.page}>
      <ScreenLayout
        title="Parts of the Studio"
        actions={
          <>
            <ThemeSwitch />
            <a href="/_parts">Parts of the site</a>
          </>
        }
      >
        <p>Rendered from the very components, on the Studio’s denser scale. This page exists while developing only.</p>
        <StudioSpecimen name="Button, buttonLink">
          <Button look="primary">Publish…</Button>
          <Button>Search</Button>
          <Button look="bare">Select none</Button>
          <Button look="danger">Discard the draft</Button>
          <Button disabled>Not now</Button>
          <Link to="." className={buttonLink.quiet}>
            History
          </Link>
        </StudioSpecimen>
        <StudioListSpecimens />
        <StudioFieldSpecimens />
        <DialogSpecimen />
        <StudioStateSpecimens />
      </ScreenLayout>
    </main>
  );
}

/** The screen `/studio/_parts`, in development only (`studio/routes.tsx`). It shows no data and needs no session. */
export const screen: Screen<null> = { title: () => 'Parts', loader: async () => null, View };
