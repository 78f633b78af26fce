import type { FormWords } from '../../contract/content/form-schemas.ts';
import { Link } from './link.tsx';

/** Renders the company's note above the button of a form, such as what happens to personal data. */
export function FormNote({ note }: { note: FormWords['note'] }) {
  if (!note) return null;
  const { text, link } = note;
  return (
    <p dir="auto">
      {text}
      {link && (
        <>
          {' '}
          <Link to={link.to}>{link.label}</Link>
        </>
      )}
    </p>
  );
}
