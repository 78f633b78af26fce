import { type RefObject, useEffect, useState } from 'react';

/**
 * Holds a form back while something of it is still on its way, and sends it once all is there; where something failed it
 * stays, so that its sender can decide. `inside` is any control of the form. Answers whether it is held just now.
 */
export function useHeldSubmit(
  inside: RefObject<HTMLInputElement | null>,
  isBusy: boolean,
  hasFailed: boolean,
): boolean {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    const form = inside.current?.form;
    if (!form || !isBusy) return;
    // Reaches the form before the handlers of React, which listen further out.
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setHeld(true);
    };
    form.addEventListener('submit', hold);
    return () => form.removeEventListener('submit', hold);
  }, [inside, isBusy]);

  useEffect(() => {
    if (!isHeld || isBusy) return;
    setHeld(false);
    if (!hasFailed) inside.current?.form?.requestSubmit();
  }, [inside, isHeld, isBusy, hasFailed]);

  return isHeld;
}
