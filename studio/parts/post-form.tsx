import { Form, type FormProps } from 'react-router';
import { pageUserField } from '../../contract/studio/paths.ts';
import { usePageUserId } from '../context.ts';

/**
 * Renders a form that changes something. A hidden field names the user whom the page was made for, as a header does in
 * calls of scripts. The server then refuses the form if somebody else has signed in on the browser.
 */
export function PostForm({ children, ...rest }: Omit<FormProps, 'method'>) {
  const userId = usePageUserId();
  return (
    <Form {...rest} method="post">
      {userId !== null && <input type="hidden" name={pageUserField} value={userId} />}
      {children}
    </Form>
  );
}
