import { type RefObject, useEffect, useState } from 'react';

/**
 * Delays the submission of a form while its files are uploading, and submits the form when all are uploaded. If an
 * upload failed, the form is not submitted, so that the visitor can decide. `input` is any control of the form. Returns
 * whether a submission is delayed at present.
 */
export function useDelayedSubmit(
  input: RefObject<HTMLInputElement | null>,
  isUploading: boolean,
  hasFailed: boolean,
): boolean {
  const [isDelayed, setDelayed] = useState(false);

  useEffect(() => {
    const form = input.current?.form;
    if (!form || !isUploading) return;
    // A listener on the form runs before React's handlers, which React attaches to the root.
    const delay = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setDelayed(true);
    };
    form.addEventListener('submit', delay);
    return () => form.removeEventListener('submit', delay);
  }, [input, isUploading]);

  useEffect(() => {
    if (!isDelayed || isUploading) return;
    setDelayed(false);
    if (!hasFailed) input.current?.form?.requestSubmit();
  }, [input, isDelayed, isUploading, hasFailed]);

  return isDelayed;
}
