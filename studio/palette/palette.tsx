import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import type { Role } from '../../contract/studio/permissions.ts';
import { moveActiveOption } from '../../site/search/move-active-option.ts';
import { useModalDialog } from '../../site/search/use-modal-dialog.ts';
import { useClient, useTypeNames } from '../context.ts';
import { useSearch } from '../editor/dialogs/library-list.tsx';
import { Icon } from '../parts/icon.tsx';
import styles from './palette.module.css';
import { listPaletteGroups, type PaletteGroup, type PaletteItem } from './sources.ts';

/**
 * Moves the focus to the act of the present screen that an address names. Its button, or the first field of its form,
 * gets the focus once the palette is closed.
 */
function focusAct(to: string): void {
  const target = document.getElementById(to.split('#')[1] ?? '');
  if (target instanceof HTMLDetailsElement) target.open = true;
  const find = (selector: string) => target?.querySelector<HTMLElement>(selector);
  const field = find('[name=body]') ?? find('select, input:not([type=hidden])');
  setTimeout(() => (field ?? target)?.focus());
}

function Option({
  item,
  id,
  isActive,
  onChosen,
}: {
  item: PaletteItem;
  id: string;
  isActive: boolean;
  onChosen(): void;
}) {
  return (
    <Link
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      to={item.to}
      reloadDocument={item.isOutside ?? false}
      role="option"
      aria-selected={isActive}
      // The focus stays in the text field.
      tabIndex={-1}
      className={styles.option}
      onClick={onChosen}
    >
      <Icon of={item.icon} />
      <span dir="auto" className={styles.label}>
        {item.label}
      </span>
      {item.note && <span className={styles.note}>{item.note}</span>}
    </Link>
  );
}

/**
 * Renders the command palette: screens, acts and entries by their names (the combobox of the ARIA Authoring Practices).
 * The first option is active, so that Enter opens it.
 */
export function Palette({ role, close }: { role: Role; close(): void }) {
  const id = useId();
  const dialog = useModalDialog();
  const client = useClient();
  const getTypeName = useTypeNames();
  const { pathname } = useLocation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { found, isCurrent, refusal } = useSearch(text.trim(), async (q, signal): Promise<PaletteGroup[]> => {
    const answer = await client.call('find', { q }, { signal });
    return listPaletteGroups({ role, text: q, path: pathname, found: answer, getTypeName });
  });
  const groups = found ?? [];
  const options = groups.flatMap(({ items }) => items);
  const list = useRef<HTMLDivElement>(null);
  const getOptionId = (index: number) => `${id}-${index}`;
  const isActive = active < options.length;
  const [isEntered, setEntered] = useState(false);
  const isAnswered = isCurrent || refusal !== null;
  // Enter opens what is found by the typed text, not what was found before.
  useEffect(() => {
    if (!isEntered || !isAnswered) return;
    setEntered(false);
    document.getElementById(`${id}-0`)?.click();
  }, [isEntered, isAnswered, id]);

  function handleKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    if (key === 'Enter') {
      if (isAnswered) document.getElementById(getOptionId(active))?.click();
      else setEntered(true);
    } else {
      const next = moveActiveOption(key, active, options.length);
      if (next === null || key === 'Home' || key === 'End') return;
      // Past an end of the list its other end follows.
      setActive(next !== -1 ? next : key === 'ArrowDown' ? 0 : options.length - 1);
    }
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Search or go to"
      closedby="any"
      className={styles.palette}
      onCancel={close}
      onClose={() => dialog.current?.open || close()}
    >
      <div className={styles.field}>
        <Icon of={Search} />
        <input
          dir="auto"
          role="combobox"
          aria-label="Search or go to"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? id : undefined}
          aria-activedescendant={isActive ? getOptionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder="A screen, an act, or the title of an entry"
          className={styles.text}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
            setEntered(false);
          }}
          onKeyDown={handleKeyDown}
        />
        <kbd className={styles.key}>Esc</kbd>
      </div>
      <p role="status" className={options.length > 0 ? 'visually-hidden' : styles.status}>
        {refusal?.message ??
          (found && (options.length > 0 ? formatCount(options.length, 'result') : 'Nothing matches.'))}
      </p>
      {options.length > 0 && (
        <div ref={list} role="listbox" id={id} aria-label="Results" tabIndex={-1} className={styles.list}>
          {groups.map(({ title, items }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be inside a list box
            <div key={title} role="group" aria-label={title} className={styles.group}>
              <p aria-hidden="true" className={styles.title}>
                {title}
              </p>
              {items.map((item) => {
                const index = options.indexOf(item);
                return (
                  <Option
                    key={item.to + item.label}
                    item={item}
                    id={getOptionId(index)}
                    isActive={index === active}
                    onChosen={() => {
                      close();
                      if (item.to.startsWith(`${pathname}#`)) focusAct(item.to);
                    }}
                  />
                );
              })}
            </div>
          ))}
        </div>
      )}
    </dialog>
  );
}
