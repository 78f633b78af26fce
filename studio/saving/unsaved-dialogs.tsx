import { useSubmit } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import form from '../parts/form.module.css';
import type { ActionRefusal } from '../screen.ts';
import { SignInAgain } from './sign-in-dialog.tsx';

/** Asks for a new sign-in, after which the refused form is sent again, or whether typed words are left. */
export function UnsavedDialogs({
  refusal,
  question,
}: {
  refusal: ActionRefusal | undefined;
  question: { reset(): void; proceed(): void } | undefined;
}) {
  const submit = useSubmit();
  return (
    <>
      {refusal?.isSignedOut && (
        <SignInAgain
          draft={{ state: 'signed-out', isOnDevice: false }}
          onSignedIn={() => void submit(refusal.values, { method: 'post', preventScrollReset: true })}
        />
      )}
      {question && (
        <Dialog title="Leave without saving?" onClose={question.reset}>
          <p>What you typed here has not been sent. It is lost when you leave.</p>
          <div className={form.row}>
            <Button look="primary" onClick={question.reset} label="Stay" />
            <Button look="danger" onClick={question.proceed} label="Leave" />
          </div>
        </Dialog>
      )}
    </>
  );
}
