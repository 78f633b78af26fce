import { useLocation } from 'react-router';
import actions from './action.module.css';
import { ActionLink } from './action-link.tsx';
import styles from './call-to-action.module.css';
import { Link } from './link.tsx';
import { MainAction } from './main-action.tsx';
import { getContactAddress } from './navigation.ts';

/** Invites the readers of articles to write, not to buy. */
export function ClosingQuestion() {
  const { pathname } = useLocation();
  return (
    <div className={styles.callToAction} data-dark="">
      <p className={styles.question}>
        A question, or a mistake? <Link to={getContactAddress(pathname)}>Write to us</Link>.
      </p>
    </div>
  );
}

/** Invites the reader at the end of a page to book a consultation or to write. */
export function CallToAction() {
  const { pathname } = useLocation();
  return (
    <aside className={styles.callToAction} data-dark="" aria-labelledby="next-step">
      <h2 id="next-step" className={styles.title}>
        Talk it over with an engineer
      </h2>
      <p className={styles.text}>A first conversation is free and commits you to nothing.</p>
      <p className={styles.actions}>
        <MainAction className={actions.primary} />
        <ActionLink href={getContactAddress(pathname)} kind="quiet">
          Contact us
        </ActionLink>
      </p>
    </aside>
  );
}
