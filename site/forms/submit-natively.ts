import { readServerBuild } from '../hydration/page-loader.ts';

/**
 * Submits a form as a browser without JavaScript does; for a form whose code did not load. Returns false and submits
 * nothing while the server does not answer: the browser would replace the page, and the typed text, by its error page.
 * A form that left the page is not submitted either, because browsers ignore it.
 */
export async function submitNatively(form: HTMLFormElement): Promise<boolean> {
  if ((await readServerBuild()) === null || !form.isConnected) return false;
  // Unlike `requestSubmit`, `submit` does not call the submit handler again.
  form.submit();
  return true;
}
