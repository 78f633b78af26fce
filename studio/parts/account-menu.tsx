import { ExternalLink, LogOut, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { roleNames } from '../../contract/studio/permissions.ts';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { ThemeSwitch } from '../../site/parts/theme-switch.tsx';
import styles from './account-menu.module.css';
import { Icon } from './icon.tsx';
import { menuItem } from './menu.tsx';
import { PostForm } from './post-form.tsx';

/**
 * Renders what belongs to the user: who they are, theme, account, the public site, and the end of the session. `theme`
 * names the choice of the theme, which must differ between two menus of one page.
 */
export function AccountMenu({ user, theme }: { user: CurrentUser; theme: string }) {
  return (
    <>
      <p className={styles.who}>
        <bdi className={styles.email}>{user.email}</bdi>
        <span>{roleNames[user.role]}</span>
      </p>
      <Link to="/studio/me" discover="none" className={menuItem}>
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
      <PostForm action="/studio/me" className={styles.end}>
        <button type="submit" name="intent" value="sign-out" className={menuItem}>
          <Icon of={LogOut} />
          Sign out
        </button>
      </PostForm>
    </>
  );
}
