import { ExternalLink, LogOut, UserRound } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link, useNavigate, useSubmit } from 'react-router';
import { roleNames } from '../../contract/studio/permissions.ts';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { ThemeSwitch } from '../../site/parts/theme-switch.tsx';
import { hasUnsavedEdits } from '../saving/journal.ts';
import styles from './account-menu.module.css';
import { Icon } from './icon.tsx';
import { menuItem } from './menu.tsx';
import { PostForm } from './post-form.tsx';

/**
 * Renders what belongs to the user: who they are, theme, account, the public site, and the end of the session. `theme`
 * names the choice of the theme, which must differ between two menus of one page.
 */
export function AccountMenu({ user, theme }: { user: CurrentUser; theme: string }) {
  const navigate = useNavigate();
  const submit = useSubmit();

  /** Ends the session. If this device has unsaved words of the user, shows the screen that names them instead. */
  async function signOut(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
    const hasEdits = await hasUnsavedEdits(user.id).catch(() => false);
    await (hasEdits ? navigate('/studio/me') : submit(button instanceof HTMLButtonElement ? button : form));
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    void signOut(event.currentTarget, submitter);
  }

  return (
    <>
      <p className={styles.who}>
        <bdi className={styles.email}>{user.email}</bdi>
        <span>{roleNames[user.role]}</span>
      </p>
      <Link to="/studio/me" className={menuItem}>
        <Icon of={UserRound} />
        Your account
      </Link>
      <a href="/" className={menuItem}>
        <Icon of={ExternalLink} />
        Open the site
      </a>
      <div className={styles.theme}>
        <ThemeSwitch name={theme} />
      </div>
      <PostForm action="/studio/me" className={styles.end} onSubmit={handleSubmit}>
        <button type="submit" name="intent" value="sign-out" className={menuItem}>
          <Icon of={LogOut} />
          Sign out
        </button>
      </PostForm>
    </>
  );
}
