import { useState } from 'react';
import { entryTypes } from '../../../contract/content/entry-types.ts';
import { useClient } from '../../context.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import form from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { LinkPart } from '../open-dialog.ts';
import styles from './link-dialog.module.css';
import { RemoveButton } from './remove-button.tsx';
import { useSearch } from './use-search.ts';

const isAddress = (text: string) => /^(?:https?:\/\/|mailto:|tel:|\/|#)\S+$/.test(text);

/** Finds a page of the site by its title, or takes an address that was typed, for a new link or an existing one. */
export function LinkDialog({ part, onClose }: { part: LinkPart; onClose: () => void }) {
  const client = useClient();
  const [label, setLabel] = useState(part.value.text);
  const [text, setText] = useState(part.value.address);
  const { found, refusal } = useSearch(text, (q, signal) => client.call('findTargets', { q }, { signal }));
  const targets = found?.items ?? [];
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
          const [first] = targets;
          if (isAddress(text)) save(text, text);
          else if (first) save(first.path, first.title);
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
          {isAddress(text) && (
            <Button type="submit" look="primary">
              Link to {text}
            </Button>
          )}
          <RemoveButton part={part} onClose={onClose}>
            Remove the link
          </RemoveButton>
        </div>
      </form>
      <RefusalNotice refusal={refusal} />
      <p role="status">
        {found &&
          targets.length === 0 &&
          !isAddress(text) &&
          'No page matches. An address begins with https:// or with / for a page of this site.'}
      </p>
      <ul className={styles.targets}>
        {targets.map(({ path, title, type }) => (
          <li key={path}>
            <button type="button" className={styles.target} onClick={() => save(path, title)}>
              <span dir="auto">{title || path}</span>
              <span className={styles.type}>{entryTypes[type].label}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
