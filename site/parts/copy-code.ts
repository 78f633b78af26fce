/** Milliseconds for which a success is said; a failure stays, for it leaves something to do. */
const said = 4_000;

function addButton(block: Element, classes: { copy: string; said: string }): () => void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = classes.copy;
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy the code');
  const status = document.createElement('span');
  status.className = classes.said;
  status.role = 'status';
  let timer = 0;

  button.addEventListener('click', async () => {
    const code = block.querySelector('code');
    if (!code) return;
    clearTimeout(timer);
    // Emptied first, so that the same word is said again.
    status.textContent = '';
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied';
      timer = window.setTimeout(() => {
        status.textContent = '';
      }, said);
    } catch {
      // Refused, or no secure connection: what is left is one key to press.
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

/** Gives every block of code in a text a button that copies it, in the room the styles keep for it; answers how to undo that. */
export function addCopyButtons(text: Element, classes: { copy: string; said: string }): () => void {
  const undo = [...text.querySelectorAll('.code')].map((block) => addButton(block, classes));
  return () => {
    for (const each of undo) each();
  };
}
