import { useEffect, useRef } from 'react';
import styles from './form-guard.module.css';

/**
 * Renders what the spam rules need of every form (`guardFields` of the contract): a honeypot, which is a hidden field
 * that only programs fill in, and with JavaScript the time that filling in took.
 */
export function FormGuard() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    const since = performance.now();
    // The event is also sent for `new FormData(form)`, so forms need no code of their own.
    const addFillTime = ({ formData }: FormDataEvent) =>
      formData.set('fillTime', String(Math.round(performance.now() - since)));
    form?.addEventListener('formdata', addFillTime);
    return () => form?.removeEventListener('formdata', addFillTime);
  }, []);
  return (
    <div className={styles.guard} aria-hidden="true">
      <label>
        Leave this empty
        <input ref={field} name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
