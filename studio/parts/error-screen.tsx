import { isRouteErrorResponse, useRouteError } from 'react-router';
import styles from './error-screen.module.css';

/** Shows what happened and what to do when a screen could not be loaded; `isInShell`: below the navigation. */
export function ErrorScreen({ isInShell = false }: { isInShell?: boolean }) {
  const error = useRouteError();
  const known = isRouteErrorResponse(error) ? error : null;
  const { message, requestId } = (known?.data ?? {}) as { message?: string; requestId?: string | null };
  const isMissing = known?.status === 404;
  // The shell has the main landmark already.
  const Frame = isInShell ? 'div' : 'main';
  return (
    <Frame className={styles.screen}>
      <h1>{isMissing ? 'Not found' : 'This did not work'}</h1>
      <p>{message ?? 'Something went wrong on the server. Try again; nothing that you saved is lost.'}</p>
      {requestId && <p className={styles.request}>Request {requestId}</p>}
      <p>
        <a href="/studio/content">All content</a>
      </p>
    </Frame>
  );
}
