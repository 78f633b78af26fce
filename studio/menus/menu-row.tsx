import { ArrowDown, ArrowUp, GripVertical, IndentDecrease, IndentIncrease, Plus, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import type { TargetState } from '../../contract/studio/content-operations.ts';
import type { SchemaFieldProps } from '../fields/props.ts';
import { toLabel } from '../fields/schema.ts';
import { SchemaField } from '../fields/schema-field.tsx';
import { createArrangeButton } from '../fields/sent-fields.ts';
import drag from '../parts/drag.module.css';
import form from '../parts/form.module.css';
import group from '../parts/group.module.css';
import { Icon } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { StateDot } from '../parts/state-dot.tsx';
import { canArrange, getRowPath, type MenuItem, type MenuPart, type MenuRow } from './menu-tree.ts';
import styles from './menus.module.css';

export type RowAct = 'up' | 'down' | 'in' | 'out' | 'remove';

const mostInGroup = 12;

const keys: Record<string, RowAct> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

const tools = [
  { act: 'up', icon: ArrowUp, words: (name: string) => `Move ${name} up`, tip: 'Move up' },
  { act: 'down', icon: ArrowDown, words: (name: string) => `Move ${name} down`, tip: 'Move down' },
  {
    act: 'in',
    icon: IndentIncrease,
    words: (name: string) => `Move ${name} into the group above`,
    tip: 'Into the group',
  },
  {
    act: 'out',
    icon: IndentDecrease,
    words: (name: string) => `Move ${name} out of its group`,
    tip: 'Out of the group',
  },
  { act: 'remove', icon: X, words: (name: string) => `Remove ${name}`, tip: 'Remove' },
] as const;

/** Renders an item of a menu: a line that unfolds its form, its handle, and the buttons that move it. */
export function MenuItemRow({
  part,
  items,
  row,
  name,
  state,
  schema,
  isOpen,
  isReadOnly,
  problems,
  noteId,
  levels,
  onOpen,
  onArrange,
  onAdd,
  onField,
}: Pick<SchemaFieldProps, 'schema' | 'isReadOnly' | 'problems'> & {
  part: MenuPart;
  items: readonly MenuItem[];
  row: MenuRow;
  name: string;
  state: TargetState | undefined;
  isOpen: boolean;
  /** The id of the words that say what the arrow keys do. */
  noteId: string;
  levels: number;
  onOpen: (isOpen: boolean) => void;
  onArrange: (act: RowAct) => void;
  onAdd: () => void;
  onField: (name: string, value: unknown) => void;
}) {
  const { item, place, isGroup } = row;
  const path = `fields.${getRowPath(part, place).join('.')}`;
  const fields = Object.entries(schema.properties ?? {}).filter(([each]) => each !== 'kind' && each !== 'items');
  const count = item.items?.length ?? 0;
  const own = problems.filter((problem) => problem.path === path || problem.path === `${path}.items`);
  const hasProblem = problems.some((problem) =>
    isGroup ? fields.some(([each]) => problem.path === `${path}.${each}`) : `${problem.path}.`.startsWith(`${path}.`),
  );

  function move(event: KeyboardEvent): void {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    if (canArrange(part, items, row, act)) onArrange(act);
  }

  return (
    <li
      className={styles.row}
      data-item
      data-place={place.join('.')}
      data-inside={place.length === 2 || undefined}
      data-group={isGroup || undefined}
      data-levels={Math.sign(levels) || undefined}
    >
      {!isReadOnly && (
        <button
          type="button"
          className={`${styles.handle} ${drag.handle}`}
          data-handle
          aria-label={`Move ${name}`}
          aria-describedby={noteId}
          title="Drag, or press an arrow key"
          onKeyDown={move}
        >
          <Icon of={GripVertical} />
        </button>
      )}
      <details
        className={styles.details}
        open={isOpen || hasProblem}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) onOpen(currentTarget.open);
        }}
      >
        <summary className={`${styles.summary} ${drag.summary}`} data-path={path}>
          <span dir="auto" className={form.strong}>
            {name}
          </span>
          {isGroup ? (
            <span className={styles.target} data-over={count > mostInGroup || undefined}>
              Group, {count} of at most {mostInGroup} links
            </span>
          ) : (
            <span className={styles.target}>{String(item.to ?? '')}</span>
          )}
          {state?.problem && (
            <StateDot tone={state.problem === 'is a draft' ? 'open' : 'alert'}>
              {state.problem.charAt(0).toUpperCase() + state.problem.slice(1)}
            </StateDot>
          )}
        </summary>
        {/* biome-ignore lint/a11y/useSemanticElements: the fieldset of the list is the group of its buttons */}
        <div role="group" aria-label={name} className={styles.form}>
          {own.map(({ message }) => (
            <p key={message} className={group.error}>
              {message}
            </p>
          ))}
          {fields.map(([each, property]) => (
            <SchemaField
              key={each}
              path={`${path}.${each}`}
              label={toLabel(each)}
              // Without a label a link is called as its target.
              schema={{ ...(property as FieldSchema), ...(each === 'label' && state?.title && { usual: state.title }) }}
              value={item[each]}
              isRequired={schema.required?.includes(each) ?? false}
              isReadOnly={isReadOnly}
              references={{}}
              problems={problems}
              onChange={(value) => onField(each, value)}
            />
          ))}
        </div>
      </details>
      {!isReadOnly && (
        <div className={styles.tools}>
          {isGroup && (
            <IconButton
              icon={Plus}
              label={`Add a link to ${name}`}
              tip="Add a link"
              disabled={count >= mostInGroup}
              {...createArrangeButton('add', `${path}.items`)}
              onClick={onAdd}
            />
          )}
          {tools
            .filter(({ act }) => (act !== 'in' && act !== 'out') || canArrange(part, items, row, act))
            .map(({ act, icon, words, tip }) => (
              <IconButton
                key={act}
                icon={icon}
                label={words(name)}
                tip={tip}
                data-act={act}
                disabled={act !== 'remove' && !canArrange(part, items, row, act)}
                {...createArrangeButton(act, path)}
                onClick={() => onArrange(act)}
              />
            ))}
        </div>
      )}
    </li>
  );
}
