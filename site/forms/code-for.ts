/**
 * The code that sends a form, which no page loads before its form is used. Null where it cannot be had: the browser then
 * sends the form itself, as without JavaScript; without a network everything stays as it is, to be sent again.
 */
export async function codeFor<M>(form: HTMLFormElement, load: () => Promise<M>): Promise<M | null> {
  try {
    return await load();
  } catch {
    // Not `requestSubmit`: the handler that brought us here would be asked again.
    if (navigator.onLine) form.submit();
    return null;
  }
}
