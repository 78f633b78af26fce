import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createArrangeButton } from '../fields/sent-fields.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './item-tools.module.css';

/**
 * Changes a list and moves the focus to a button of an item, because the buttons stay at their places while the items
 * move. `place` is the index of the item, and `button` that of its button. If the button is disabled, the first enabled
 * one gets the focus; if the list is empty, the list itself.
 */
function changeAndFocus(
  { currentTarget }: MouseEvent<HTMLButtonElement>,
  change: () => void,
  place: number,
  button: number,
): void {
  const list = currentTarget.closest('fieldset');
  flushSync(change);
  if (!list) return;
  const own = [...list.querySelectorAll(`.${styles.tools}`)].filter((tools) => tools.closest('fieldset') === list);
  const buttons = [...(own[Math.min(place, own.length - 1)]?.querySelectorAll('button') ?? [])];
  const enabled = [buttons[button], ...buttons].find((each) => each && !each.disabled);
  (enabled ?? list).focus();
}

/** Renders the buttons that move an item of a list and, if it can be removed here, remove it. `name` names the item. */
export function ItemTools({
  name,
  index,
  count,
  path,
  onMove,
  onRemove,
}: {
  name: string;
  index: number;
  count: number;
  /** The path of the item, if a form sends it without JavaScript. */
  path?: string | undefined;
  onMove: (step: number) => void;
  onRemove?: () => void;
}) {
  return (
    <div className={styles.tools}>
      <IconButton
        icon={ArrowUp}
        label={`Move ${name} up`}
        tip="Move up"
        disabled={index === 0}
        {...createArrangeButton('up', path)}
        onClick={(event) => changeAndFocus(event, () => onMove(-1), index - 1, 0)}
      />
      <IconButton
        icon={ArrowDown}
        label={`Move ${name} down`}
        tip="Move down"
        disabled={index === count - 1}
        {...createArrangeButton('down', path)}
        onClick={(event) => changeAndFocus(event, () => onMove(1), index + 1, 1)}
      />
      {onRemove && (
        <IconButton
          icon={X}
          label={`Remove ${name}`}
          tip="Remove"
          {...createArrangeButton('remove', path)}
          onClick={(event) => changeAndFocus(event, onRemove, index, 2)}
        />
      )}
    </div>
  );
}

/** Renders the button that adds an item to the end of a list. The first field of the item gets the focus. */
export function AddItemButton({
  path,
  onAdd,
  children,
}: {
  /** The path of the list, if a form sends it without JavaScript. */
  path?: string | undefined;
  onAdd: () => void;
  children: ReactNode;
}) {
  function addAndFocus({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    const list = currentTarget.closest('fieldset');
    flushSync(onAdd);
    const item = list?.querySelector(':scope > div:last-of-type');
    for (const fold of item?.querySelectorAll('details') ?? []) fold.open = true;
    item?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }
  return (
    <Button className={styles.add} {...createArrangeButton('add', path)} onClick={addAndFocus}>
      {children}
    </Button>
  );
}
