import { useEffect, useRef } from 'react';
import { Form, type FormProps, useNavigation } from 'react-router';
import { pageUserField } from '../../contract/studio/paths.ts';
import { usePageUserId } from '../context.ts';

/** Milliseconds within which two presses are one, as long as the first is not answered. */
const doublePress = 500;

/**
 * Renders a form that changes something, with hidden fields for the values that it `sends`. A further one names the
 * user whom the page was made for, as a header does in calls of scripts. The server then refuses the form if somebody
 * else has signed in on the browser. A second press on the same button, before the first is answered, sends nothing,
 * unless the browser loads another document.
 */
export function PostForm({
  sends = {},
  onSubmit,
  children,
  ...rest
}: Omit<FormProps, 'method'> & { sends?: Record<string, string | number> }) {
  const userId = usePageUserId();
  const { state } = useNavigation();
  /** The press by which the form was sent, until its answer is shown. */
  const pressed = useRef<Pick<SubmitEvent, 'submitter' | 'timeStamp'>>(null);
  useEffect(() => {
    if (state === 'idle') pressed.current = null;
  }, [state]);
  const handleSubmit: FormProps['onSubmit'] = (event) => {
    onSubmit?.(event);
    if (event.defaultPrevented || rest.reloadDocument) return;
    const { submitter, timeStamp } = event.nativeEvent as SubmitEvent;
    const isSame = submitter !== null && submitter === pressed.current?.submitter;
    // A form that was held back, because something else was typed, was not sent and can be pressed again.
    const isSoon = timeStamp - (pressed.current?.timeStamp ?? 0) < doublePress;
    if (isSame && (state !== 'idle' || isSoon)) event.preventDefault();
    else pressed.current = { submitter, timeStamp };
  };
  return (
    <Form {...rest} method="post" onSubmit={handleSubmit}>
      {userId !== null && <input type="hidden" name={pageUserField} value={userId} />}
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
