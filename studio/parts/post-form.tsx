import { type FormEvent, useEffect, useRef } from 'react';
import { Form, type FormProps, useNavigation } from 'react-router';
import { pageUserField } from '../../contract/studio/paths.ts';
import { usePageUserId } from '../context.ts';

/**
 * Renders a form that changes something, with hidden fields for the values that it `sends`. A further one names the
 * user whom the page was made for, as a header does in calls of scripts. The server then refuses the form if somebody
 * else has signed in on the browser. A second press on its button, before the first is answered, sends nothing.
 */
export function PostForm({
  sends = {},
  onSubmit,
  children,
  ...rest
}: Omit<FormProps, 'method'> & { sends?: Record<string, string | number> }) {
  const userId = usePageUserId();
  const { state } = useNavigation();
  /** The button by which the form was sent, until the answer is shown. */
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === 'idle') pressed.current = null;
  }, [state]);
  function ignoreSecondPress(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter && submitter === pressed.current) event.preventDefault();
    else pressed.current = submitter;
  }
  return (
    <Form {...rest} method="post" onSubmit={onSubmit ?? (rest.reloadDocument ? undefined : ignoreSecondPress)}>
      {userId !== null && <input type="hidden" name={pageUserField} value={userId} />}
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
