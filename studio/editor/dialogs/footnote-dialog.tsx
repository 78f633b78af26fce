import { useState } from 'react';
import { Submit } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import form from '../../parts/form.module.css';
import { TextArea } from '../../parts/text-field.tsx';
import type { FootnotePart } from '../open-dialog.ts';
import { RemoveButton } from './describe-form.tsx';

/** Asks for the text of a footnote, which stands at the end of the article. */
export function FootnoteDialog({ part, onClose }: { part: FootnotePart; onClose: () => void }) {
  const [text, setText] = useState(part.value);
  return (
    <Dialog title="Footnote" onClose={onClose}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          part.save(text);
          onClose();
        }}
      >
        <TextArea
          label="Text of the footnote"
          hint="A source, for example. Write links and emphasis as in the text."
          rows={4}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className={form.row}>
          <Submit look="primary" label={part.isNew ? 'Insert the footnote' : 'Save the footnote'} />
          <RemoveButton part={part} onClose={onClose}>
            Remove the footnote
          </RemoveButton>
        </div>
      </form>
    </Dialog>
  );
}
