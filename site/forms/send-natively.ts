import { readServerBuild } from '../page-loading.ts';

/**
 * Lets the browser send a form itself, as without JavaScript, because the code that sends it did not arrive. Does nothing and
 * returns false while our server does not answer: the browser would replace the page, and what was typed, by an error.
 */
export async function sendNatively(form: HTMLFormElement): Promise<boolean> {
  if ((await readServerBuild()) === null) return false;
  // Not `requestSubmit`, which runs the submit handler again.
  form.submit();
  return true;
}
