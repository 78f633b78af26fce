import { useLocation } from 'react-router';
import actionStyles from './action.module.css';
import { ActionLink } from './action-link.tsx';
import styles from './call-to-action.module.css';
import { Link } from './link.tsx';
import { MainAction } from './main-action.tsx';
import { getContactAddress } from './navigation.ts';
import rowStyles from './section-actions.module.css';
import { type Action, SectionActions } from './section-actions.tsx';

/** Invites the readers of articles to write, not to buy. */
export function ClosingQuestion() {
  const { pathname } = useLocation();
  return (
    <div className={styles.callToAction} data-part="call-to-action" data-dark="">
      <p className={styles.question}>
        A question, or a mistake? <Link to={getContactAddress(pathname)}>Write to us</Link>.
      </p>
    </div>
  );
}

interface CallToActionProps {
  id?: string;
  title?: string | undefined;
  text?: string | undefined;
  /** By default what the company asks visitors to do, and a message. */
  actions?: readonly Action[];
  attributes?: Readonly<Record<`data-${string}`, string | undefined>>;
}

/** Invites the reader to a next step. */
export function CallToAction({
  id = 'next-step',
  title,
  text,
  actions,
  attributes = { 'data-dark': '' },
}: CallToActionProps) {
  const { pathname } = useLocation();
  return (
    <aside
      id={actions ? id : undefined}
      className={styles.callToAction}
      data-part="call-to-action"
      {...attributes}
      aria-labelledby={title ? `${id}-title` : undefined}
    >
      {title && (
        <h2 id={`${id}-title`} dir="auto" className={styles.title}>
          {title}
        </h2>
      )}
      {text && (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      )}
      {actions ? (
        <SectionActions actions={actions} isPageNamed />
      ) : (
        <p className={rowStyles.actions}>
          <MainAction className={actionStyles.primary} />
          <ActionLink href={getContactAddress(pathname)} kind="quiet">
            Contact us
          </ActionLink>
        </p>
      )}
    </aside>
  );
}

/** The next step at the end of a list or an entry. */
export function UsualCallToAction() {
  return (
    <CallToAction
      title="Talk it over with us"
      text="The first conversation costs nothing, and you need not decide anything in it."
    />
  );
}
