import { useEffect, useRef } from 'react';
import styles from './form-guard.module.css';

/**
 * What every form holds beside its fields (`guardFields` of the contract): a field that only programs fill in, hidden from
 * everybody else, and, where JavaScript runs, how long the filling in took. Nothing of it can be noticed.
 */
export function FormGuard() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    const since = performance.now();
    // Fires for `new FormData(form)` too, so that no form has to know.
    const note = ({ formData }: FormDataEvent) =>
      formData.set('fillTime', String(Math.round(performance.now() - since)));
    form?.addEventListener('formdata', note);
    return () => form?.removeEventListener('formdata', note);
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
