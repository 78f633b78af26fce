import { useEffect, useState } from 'react';
import { entryTypes } from '../../contract/entry-types.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { useClient } from '../context.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './link-dialog.module.css';

type Target = StudioOutput<'findTargets'>['items'][number];

const isAddress = (text: string) => /^(?:https?:\/\/|mailto:|tel:|\/|#)\S+$/.test(text);

/** Finds a page of the site by its title, or takes an address that was typed. */
export function LinkDialog({
  onChosen,
  onClose,
}: {
  onChosen: (address: string, title: string) => void;
  onClose: () => void;
}) {
  const client = useClient();
  const [text, setText] = useState('');
  const [targets, setTargets] = useState<Target[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      client
        .call('findTargets', { q: text }, { signal: leaving.signal })
        .then(({ items }) => setTargets(items))
        .catch(() => undefined);
    }, 120);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [client, text]);
  const choose = (address: string, title: string) => {
    onChosen(address, title);
    onClose();
  };
  return (
    <Dialog title="Link" onClose={onClose}>
      <TextField
        label="Title of a page, or an address"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const [first] = targets;
          if (event.key !== 'Enter') return;
          if (isAddress(text)) choose(text, text);
          else if (first) choose(first.path, first.title);
        }}
      />
      {isAddress(text) && <Button onClick={() => choose(text, text)}>Link to {text}</Button>}
      <ul className={styles.targets}>
        {targets.map(({ path, title, type }) => (
          <li key={path}>
            <button type="button" className={styles.target} onClick={() => choose(path, title)}>
              <span>{title || path}</span>
              <span className={styles.type}>{entryTypes[type].label}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
