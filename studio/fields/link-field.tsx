import { type ComponentProps, useState } from 'react';
import { isAddress, TargetList, useTargets } from '../editor/dialogs/target-list.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './schema-field.module.css';

/** Finds a page of the site by its title, or takes an address. */
export function PageDialog({ onChosen, onClose }: { onChosen: (path: string) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const found = useTargets(text);
  function choose(path: string): void {
    onChosen(path);
    onClose();
  }
  return (
    <Dialog title="Find a page" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found.first) choose(found.first.path);
        }}
      >
        <TextField
          label="Title of a page, or an address"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
      <TargetList {...found} isAddress={isAddress(text)} onChosen={({ path }) => choose(path)} />
    </Dialog>
  );
}

/** Edits the target of a link: an address that is typed, or a page that is found by its title. */
export function LinkField({
  onValue,
  ...control
}: Omit<ComponentProps<typeof TextField>, 'onChange'> & { onValue: (target: string) => void }) {
  const [isSearching, setSearching] = useState(false);
  return (
    <div className={styles.chooser}>
      <TextField {...control} onChange={({ target }) => onValue(target.value)} />
      {!control.readOnly && <Button onClick={() => setSearching(true)} label="Find a page…" />}
      {isSearching && <PageDialog onChosen={onValue} onClose={() => setSearching(false)} />}
    </div>
  );
}
