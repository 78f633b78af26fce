import { useState } from 'react';
import { Submit } from './button.tsx';
import form from './form.module.css';
import { MomentField } from './moment.tsx';
import { TextArea, TextField } from './text-field.tsx';

/** The fields of several lines in which people type. Those of conflicts and of settings are in no list. */
const texts: Record<string, { label: string; rows: number }> = {
  title: { label: 'Title', rows: 1 },
  summary: { label: 'Summary', rows: 2 },
  body: { label: 'Text', rows: 20 },
  message: { label: 'Message', rows: 4 },
  note: { label: 'What has to change', rows: 2 },
  alt: { label: 'What it shows', rows: 2 },
  description: { label: 'Description', rows: 2 },
  text: { label: 'Text of the template', rows: 5 },
  file: { label: 'Text of a calendar file', rows: 3 },
  csv: { label: 'Redirects', rows: 8 },
};

/** The fields of one line in which people type. Fields that are in no list, such as versions, are sent again hidden. */
const lines: Record<string, string> = {
  name: 'Name',
  email: 'E-mail address',
  label: 'Name of the version',
  slug: 'Last part of the address',
  path: 'From the address',
  target: 'To the page',
  url: 'Address of the receiver',
  count: 'Number of entries that will change',
};

/** Further fields of one line, whose names are their labels. */
const named =
  /^(?:buffer\w+|company|contactNumber|day|focus|from|goneOn|holdMinutes|joined|leftOn|mailDays|minutes|place|portrait|reason|reference|role|stepMinutes|subject|submissionMonths|tag|time|timeZone|to|videoLink)$| \d (?:from|to)$/;

const isText = (name: string) => Object.hasOwn(texts, name) || /^(?:chosen|fields)\./.test(name);
/** Names a field by its path. The words of the editor would be loaded by every screen. */
function nameField(path: string): string {
  const words = path
    .replace('fields.', '')
    .replaceAll('.', ', ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
const isLine = (name: string) => Object.hasOwn(lines, name) || named.test(name);
/** Returns whether a value is a local time that a person has chosen. Buttons that move a schedule send it in UTC. */
const isMoment = (name: string, value: string) => name === 'at' && !value.endsWith('Z');
/** Returns whether buttons send a field of this name too: “Cancel the invitation”, or “Delete” of a redirect. */
const isSentByButton = (name: string) => ['day', 'email', 'from', 'minutes', 'path', 'to'].includes(name);

/** Returns whether a sent form has fields in which a person has typed. */
export function hasTypedFields(values: Record<string, string>): boolean {
  return Object.entries(values).some(
    ([name, value]) => isText(name) || isMoment(name, value) || (isLine(name) && !isSentByButton(name)),
  );
}

function FailedMoment({ name, value }: { name: string; value: string }) {
  const [at, setAt] = useState(value);
  return <MomentField name={name} label="Date and time" value={at} onChange={setAt} />;
}

function FailedField({ name, value }: { name: string; value: string }) {
  if (isText(name)) {
    const isField = name.startsWith('fields.');
    const own = isField ? { label: nameField(name), rows: 1 } : { label: 'What to keep', rows: 4 };
    const { label, rows } = texts[name] ?? own;
    return <TextArea name={name} label={label} rows={rows} defaultValue={value} />;
  }
  if (isMoment(name, value)) return <FailedMoment name={name} value={value} />;
  if (isLine(name)) return <TextField name={name} label={lines[name] ?? nameField(name)} defaultValue={value} />;
  return <input type="hidden" name={name} value={value} />;
}

/** Renders a form that could not be handled, so that what was typed can be copied or sent again. */
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
      {Object.entries(values).map(([name, value]) => (
        <FailedField key={name} name={name} value={value} />
      ))}
      <div>
        <Submit look="primary" label="Send it again" />
      </div>
    </form>
  );
}
