import type { FormSubmit } from '../forms/use-form-submit.ts';
import actions from './action.module.css';

interface SubmitButtonProps {
  submit: FormSubmit;
  label: string;
  /** The label after a submission that was not accepted. */
  retryLabel?: string;
}

/** Renders the submit button of a form that `useFormSubmit` submits. It keeps the focus while the form is sent. */
export function SubmitButton({ submit, label, retryLabel = label }: SubmitButtonProps) {
  const { button, isSending, hasFailed } = submit;
  return (
    <button ref={button} type="submit" className={actions.primary} aria-disabled={isSending}>
      {isSending ? 'Sending…' : hasFailed ? retryLabel : label}
    </button>
  );
}
