import { type KeyboardEvent, useId, useState } from 'react';
import styles from './combobox-field.module.css';
import { findNamedOption, findOptions, type Option } from './find-options.ts';
import { FieldFrame } from './text-field.tsx';

/** How many options are listed at once; typing finds the others. */
const mostShown = 50;

/**
 * Renders a text field that finds one of many values as it is typed (the combobox of the ARIA Authoring Practices). An
 * empty text is no value. A text that names no option is discarded when the field is left.
 */
export function ComboboxField({
  label,
  hint,
  error,
  path,
  value,
  options,
  isReadOnly = false,
  isRequired = false,
  onChange,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** The path by which problems name the field. */
  path?: string;
  value: string | null;
  options: readonly Option[];
  isReadOnly?: boolean;
  isRequired?: boolean;
  onChange: (value: string | null) => void;
}) {
  const id = useId();
  /** What is typed; null while the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = options.find((option) => option.value === value)?.label ?? value ?? '';
  const found = findOptions(options, typed ?? '').slice(0, mostShown);
  const isListed = isOpen && found.length > 0;

  function close(): void {
    setTyped(null);
    setOpen(false);
    setActive(-1);
  }

  function choose(chosen: string | null): void {
    close();
    if (chosen !== value) onChange(chosen);
  }

  /** Chooses the option that the typed text names, or none for an empty text. Otherwise the value stays. */
  function chooseTyped(): void {
    if (typed?.trim() === '') choose(null);
    else choose((typed !== null && findNamedOption(options, typed)?.value) || value);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isReadOnly || event.nativeEvent.isComposing || event.altKey) return;
    if (step) {
      setOpen(true);
      if (found.length > 0)
        setActive(isOpen || step > 0 ? (active + step + found.length) % found.length : found.length - 1);
    } else if (event.key === 'Enter' && isOpen) {
      const option = found[active];
      if (option) choose(option.value);
      else chooseTyped();
    } else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
    // Escape would also close a dialog around the field.
    event.stopPropagation();
  }

  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.combobox}>
          <input
            dir="auto"
            {...control}
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={isListed ? `${id}-list` : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
            data-path={path}
            aria-required={isRequired || undefined}
            readOnly={isReadOnly}
            value={typed ?? shown}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => setOpen(!isReadOnly)}
            onBlur={chooseTyped}
            onKeyDown={handleKeyDown}
            onChange={({ target }) => {
              setTyped(target.value);
              setOpen(true);
              setActive(target.value.trim() === '' ? -1 : 0);
            }}
          />
          {isListed && (
            <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
              {found.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
                <div
                  key={option.value}
                  ref={(element: HTMLElement | null) => {
                    if (index === active) element?.scrollIntoView({ block: 'nearest' });
                  }}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  className={styles.option}
                  // The focus stays in the text field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option.value)}
                >
                  <span dir="auto">{option.label || option.value}</span>
                  <span className={styles.value} aria-hidden="true">
                    {option.value}
                  </span>
                </div>
              ))}
            </div>
          )}
          <p role="status" className={styles.none}>
            {isOpen && found.length === 0 && 'Nothing matches.'}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}
