/** Milliseconds for which the status shows a success. A failure stays, because the visitor has to act on it. */
const successDuration = 4_000;

/** Names of CSS classes for the button and for the status beside it. */
interface CopyClasses {
  button: string;
  status: string;
}

function addButton(block: Element, classes: CopyClasses): () => void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = classes.button;
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy the code');
  const status = document.createElement('span');
  status.className = classes.status;
  status.role = 'status';
  let timer = 0;

  button.addEventListener('click', async () => {
    const code = block.querySelector('code');
    if (!code) return;
    clearTimeout(timer);
    // Screen readers announce a status only when its text changes.
    status.textContent = '';
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied';
      timer = window.setTimeout(() => {
        status.textContent = '';
      }, successDuration);
    } catch {
      // Without permission or a secure context, the code is selected so that the visitor can copy it with the keyboard.
      getSelection()?.selectAllChildren(code);
      status.textContent = 'Not copied, but selected';
    }
  });
  block.append(status, button);
  return () => {
    clearTimeout(timer);
    status.remove();
    button.remove();
  };
}

/** Adds a copy button to every code block of an element, until `signal` aborts. */
export function addCopyButtons(text: Element, classes: CopyClasses, signal: AbortSignal): void {
  if (signal.aborted) return;
  const removals = [...text.querySelectorAll('.code')].map((block) => addButton(block, classes));
  signal.addEventListener('abort', () => {
    for (const remove of removals) remove();
  });
}
