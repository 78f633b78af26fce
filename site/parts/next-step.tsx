import { useLocation } from 'react-router';
import { ActionLink } from './action-link.tsx';
import { contactAddress } from './contact-address.ts';
import styles from './next-step.module.css';

/** What somebody who read this far may want to do: talk to a person. */
export function NextStep({ title = 'Talk it over with an engineer' }: { title?: string }) {
  const { pathname } = useLocation();
  return (
    <aside className={styles.step} aria-labelledby="next-step">
      <h2 id="next-step" className={styles.title}>
        {title}
      </h2>
      <p className={styles.text}>A first conversation is free and commits you to nothing.</p>
      <p className={styles.actions}>
        <ActionLink href="/book-a-free-consultation">Book a free consultation</ActionLink>
        <ActionLink href={contactAddress(pathname)} kind="quiet">
          Contact us
        </ActionLink>
      </p>
    </aside>
  );
}
