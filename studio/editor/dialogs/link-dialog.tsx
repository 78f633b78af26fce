import { useState } from 'react';
import { Submit } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import form from '../../parts/form.module.css';
import { TextField } from '../../parts/text-field.tsx';
import type { LinkPart } from '../open-dialog.ts';
import { RemoveButton } from './describe-form.tsx';
import { isAddress, TargetList, useTargets } from './target-list.tsx';

/** Finds a page of the site by its title, or takes an address that was typed, for a new link or an existing one. */
export function LinkDialog({ part, onClose }: { part: LinkPart; onClose: () => void }) {
  const [label, setLabel] = useState(part.value.text);
  const [text, setText] = useState(part.value.address);
  const found = useTargets(text);
  const { first } = found;
  const save = (address: string, title: string) => {
    // The title in the text was written for the old address.
    const kept = address === part.value.address ? part.value.title : '';
    part.save({ text: label.trim() || title, address, title: kept });
    onClose();
  };
  return (
    <Dialog title="Link" onClose={onClose}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (first) save(first.path, first.title);
        }}
      >
        <TextField
          label="Title of a page, or an address"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <TextField
          label="Linked words"
          hint="Leave it empty to use the title of the page."
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <div className={form.row}>
          {/* Enter in a form with several fields needs this button. */}
          <Submit look="primary" aria-disabled={!first}>
            {first ? `Link to ${first.title || first.path}` : 'Link'}
          </Submit>
          <RemoveButton part={part} onClose={onClose}>
            Remove the link
          </RemoveButton>
        </div>
      </form>
      <TargetList {...found} isAddress={isAddress(text)} onChosen={({ path, title }) => save(path, title)} />
    </Dialog>
  );
}
