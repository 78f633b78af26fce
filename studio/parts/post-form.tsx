import { Form, type FormProps } from 'react-router';
import { pageUserField } from '../../contract/studio/paths.ts';
import { usePageUserId } from '../context.ts';

/**
 * Renders a form that changes something, with hidden fields for the values that it `sends`. A further one names the
 * user whom the page was made for, as a header does in calls of scripts. The server then refuses the form if somebody
 * else has signed in on the browser.
 */
export function PostForm({
  sends = {},
  children,
  ...rest
}: Omit<FormProps, 'method'> & { sends?: Record<string, string | number> }) {
  const userId = usePageUserId();
  return (
    <Form {...rest} method="post">
      {userId !== null && <input type="hidden" name={pageUserField} value={userId} />}
      {Object.entries(sends).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
