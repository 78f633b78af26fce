/** Shows a picture's animated file; its sources, which are still, wait in the returned function that stops it. */
function startAnimation(picture: Element, image: HTMLImageElement, href: string): () => void {
  const still = image.src;
  const sources = [...picture.querySelectorAll('source')];
  for (const source of sources) source.remove();
  image.src = href;
  return () => {
    image.before(...sources);
    image.src = still;
  };
}

/** Replaces a link to an animated file with a button that plays and stops it in place. Returns the removal. */
function addButton(link: HTMLAnchorElement): () => void {
  const picture = link.previousElementSibling;
  const image = picture?.querySelector('img');
  if (!picture || !image) return () => undefined;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = link.className;
  const status = document.createElement('span');
  status.role = 'status';
  let stop: (() => void) | null = null;

  function setPlaying(isPlaying: boolean): void {
    stop?.();
    stop = isPlaying ? startAnimation(picture as Element, image as HTMLImageElement, link.href) : null;
    button.textContent = isPlaying ? 'Stop the animation' : 'Play the animation';
    button.ariaLabel = image?.alt ? `${button.textContent}: ${image.alt}` : null;
    status.textContent = '';
  }
  function handleError(): void {
    if (!stop) return;
    setPlaying(false);
    status.textContent = 'The animation could not be loaded. Please try again.';
  }
  setPlaying(false);
  button.addEventListener('click', () => setPlaying(!stop));
  image.addEventListener('error', handleError);
  // A click that came before this code.
  link.addEventListener('click', (event) => {
    event.preventDefault();
    button.click();
  });
  const isFocused = document.activeElement === link;
  link.replaceWith(button, status);
  if (isFocused) button.focus();
  return () => {
    stop?.();
    image.removeEventListener('error', handleError);
    status.remove();
    button.replaceWith(link);
  };
}

/**
 * Replaces the links to animated pictures of an element with buttons, until `signal` aborts. No picture moves before
 * the visitor presses its button, whether the visitor prefers reduced motion or not.
 */
export function addPlayButtons(text: Element, signal: AbortSignal): void {
  if (signal.aborted) return;
  const removals = [...text.querySelectorAll<HTMLAnchorElement>('a.animation')].map(addButton);
  signal.addEventListener('abort', () => {
    for (const remove of removals) remove();
  });
}
