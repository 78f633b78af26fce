import { Button } from './button.tsx';
import form from './form.module.css';
import { TextArea } from './text-field.tsx';

/** The fields that hold texts of a person. Other fields, such as versions, are sent again unseen. */
const texts: Record<string, { label: string; rows: number }> = {
  title: { label: 'Title', rows: 1 },
  summary: { label: 'Summary', rows: 2 },
  body: { label: 'Text', rows: 20 },
  message: { label: 'Message to the editors', rows: 2 },
  note: { label: 'What has to change', rows: 2 },
  alt: { label: 'What it shows', rows: 2 },
};

const isText = (name: string) => name in texts || name.startsWith('chosen.');

/** Returns whether a sent form has texts that a person has written. */
export function hasTexts(values: Record<string, string>): boolean {
  return Object.keys(values).some(isText);
}

/** Renders a form that could not be handled, so that its texts can be copied or sent again. */
export function FailedForm({ values, isSignedOut }: { values: Record<string, string>; isSignedOut: boolean }) {
  return (
    <form method="post" className={form.form}>
      <p>What you typed is not saved. It is kept below as long as this page is open.</p>
      {isSignedOut && (
        <p>
          <a href="/studio/sign-in" target="_blank" rel="noreferrer">
            Sign in in another tab
          </a>
          , come back here, and send it again.
        </p>
      )}
      {Object.entries(values).map(([name, value]) =>
        isText(name) ? (
          <TextArea
            key={name}
            name={name}
            label={texts[name]?.label ?? 'What to keep'}
            rows={texts[name]?.rows ?? 4}
            defaultValue={value}
          />
        ) : (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <div>
        <Button type="submit" look="primary">
          Send it again
        </Button>
      </div>
    </form>
  );
}
