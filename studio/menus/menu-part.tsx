import { FolderPlus, Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import type { TargetState } from '../../contract/studio/content-operations.ts';
import { changeAt } from '../fields/change-property.ts';
import { PageDialog } from '../fields/link-field.tsx';
import { findMessage } from '../fields/props.ts';
import { findKinds } from '../fields/schema.ts';
import { arrangeFields, createArrangeButton, readAt } from '../fields/sent-fields.ts';
import { Button } from '../parts/button.tsx';
import dragStyles from '../parts/drag.module.css';
import form from '../parts/form.module.css';
import group from '../parts/group.module.css';
import { Panel } from '../parts/panel.tsx';
import { useDrag } from '../parts/use-drag.ts';
import type { PaneProps } from '../screens/entry/pane.ts';
import { MenuItemRow, type RowAct } from './menu-row.tsx';
import {
  arrangeRow,
  dropRow,
  getRowPath,
  listRows,
  type MenuItem,
  type MenuPart,
  type MenuRow,
  partLevels,
} from './menu-tree.ts';
import styles from './menus.module.css';

const words: Record<MenuPart, { title: string; most: number; what: string; group: string }> = {
  header: { title: 'Header', most: 8, what: 'side by side on wide screens', group: 'Add a group' },
  footer: { title: 'Footer', most: 6, what: 'groups', group: 'Add a group' },
  legal: { title: 'Last row of the footer', most: 24, what: 'links', group: '' },
};

/** Returns how many links and menus stand side by side: those of an inline group stand in the header themselves. */
const countShown = (items: readonly MenuItem[]) =>
  items.reduce((count, { inline, items: inner = [] }) => count + (inline ? inner.length : 1), 0);

function findRowSchema(list: FieldSchema, { place, isGroup }: MenuRow): FieldSchema {
  const item = list.items || {};
  const kinds = findKinds(item)?.options;
  if (place.length === 1) return kinds?.get(isGroup ? 'group' : 'link') ?? item;
  return (kinds?.get('group') ?? item).properties?.items?.items || {};
}

/** Returns how people read a row: its label, or the title of its target. */
export function nameRow({ item, isGroup }: MenuRow, states: ReadonlyMap<string, TargetState>): string {
  const to = String(item.to ?? '');
  return (
    String(item.label || states.get(to)?.title || to) || (isGroup ? 'Group without a label' : 'Link without a target')
  );
}

interface PartProps extends PaneProps {
  part: MenuPart;
  schema: FieldSchema;
  items: MenuItem[];
  states: ReadonlyMap<string, TargetState>;
}

/** Edits a part of the menus: its items are dragged, moved by keys and buttons, added, changed and removed. */
export function MenuPartList({ part, schema, items, states, problems, isReadOnly, content, onChange }: PartProps) {
  const noteId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [removed, setRemoved] = useState<{ row: MenuRow; name: string } | null>(null);
  /** The path of the list to which the dialog adds a link. */
  const [adding, setAdding] = useState<string | null>(null);
  const focus = useRef<string | null>(null);
  const rows = listRows(items);
  const listSchema = schema.properties?.[part] ?? {};
  const { title, most, what, group: groupLabel } = words[part];
  const path = `fields.${part}`;
  const change = (changed: (fields: Record<string, unknown>) => Record<string, unknown>) =>
    onChange(({ fields }) => ({ fields: changed(fields) }));

  // After every change: the row is at its new place only then.
  useEffect(() => {
    if (!focus.current) return;
    const found = list.current?.parentElement?.querySelector<HTMLElement>(focus.current);
    focus.current = null;
    found?.focus();
    found?.scrollIntoView({ block: 'nearest' });
  });

  const { drag, dropBefore, handlers } = useDrag(list, (dropped) => {
    const row = rows[dropped.from];
    if (!row) return;
    change((fields) => ({ ...fields, [part]: dropRow(part, (fields[part] ?? []) as MenuItem[], dropped) }));
    setOpen(null);
    setMessage(`${nameRow(row, states)} was moved.`);
  });

  function describePlace(fields: Record<string, unknown>, place: MenuRow['place']): string {
    const all = (fields[part] ?? []) as MenuItem[];
    const [first, second] = place;
    if (second === undefined) return `${first + 1} of ${all.length}`;
    return `${second + 1} of ${all[first]?.items?.length ?? 0} in ${String(all[first]?.label ?? 'its group')}`;
  }

  function run(row: MenuRow, act: RowAct): void {
    const name = nameRow(row, states);
    if (act === 'remove') {
      change((fields) => arrangeFields(fields, schema, 'remove', getRowPath(part, row.place)));
      setRemoved({ row, name });
      setMessage(`${name} was removed.`);
      focus.current = '[data-undo]';
      return;
    }
    const { fields, place } = arrangeRow(content.fields, schema, part, row, act);
    change((latest) => arrangeRow(latest, schema, part, row, act).fields);
    setOpen((shown) => (shown === row.place.join('.') ? place.join('.') : shown));
    setMessage(`${name} is now ${describePlace(fields, place)}.`);
    const own = `[data-place="${place.join('.')}"]`;
    const isByHandle = document.activeElement?.hasAttribute('data-handle');
    focus.current = isByHandle ? `${own} [data-handle]` : `${own} :is([data-act="${act}"]:enabled, [data-handle])`;
  }

  function restore(): void {
    if (!removed) return;
    const at = getRowPath(part, removed.row.place);
    change((fields) => {
      const siblings = readAt(fields, at.slice(0, -1));
      if (!Array.isArray(siblings))
        return { ...fields, [part]: [...(readAt(fields, [part]) as MenuItem[]), removed.row.item] };
      return changeAt(
        fields,
        at.slice(0, -1),
        siblings.toSpliced(Number(at.at(-1)), 0, removed.row.item),
      ) as typeof fields;
    });
    setRemoved(null);
    setMessage(`${removed.name} is back.`);
    focus.current = `[data-place="${removed.row.place.join('.')}"] [data-handle]`;
  }

  /** Adds a link to the list at a path, or a group to the part. */
  function add(target: string | null, to: string): void {
    const at = to.split('.').slice(1);
    const index = ((readAt(content.fields, at) ?? []) as MenuItem[]).length;
    change((fields) => {
      const added = arrangeFields(fields, schema, target === null && part === 'header' ? 'add-group' : 'add', at);
      const last = String((readAt(added, at) as MenuItem[]).length - 1);
      return changeAt(added, [...at, last, target === null ? 'items' : 'to'], target ?? []) as typeof fields;
    });
    const place = [...at.slice(1).filter((name) => name !== 'items'), index].join('.');
    setOpen(target === null ? place : null);
    focus.current = target === null ? `[data-place="${place}"] input` : `[data-place="${place}"] [data-handle]`;
  }

  const shown = part === 'header' ? countShown(items) : items.length;
  const error = findMessage(problems, path);
  const canAdd = items.length < most;
  return (
    <Panel title={title}>
      <fieldset className={styles.part} data-path={path} tabIndex={-1}>
        <legend className="visually-hidden">{title}</legend>
        <p className={styles.count} data-over={shown > most || undefined}>
          {shown} of at most {most} {what}
        </p>
        {error && <p className={group.error}>{error}</p>}
        <p id={noteId} className="visually-hidden">
          The arrow keys up and down move it, right puts it into the group above, left out of its group.
        </p>
        <ol ref={list} className={`${styles.rows} ${dragStyles.list}`} {...handlers}>
          {rows.flatMap((row, index) => {
            const place = row.place.join('.');
            return [
              dropBefore === index && <li key="drop" aria-hidden="true" className={dragStyles.drop} />,
              <MenuItemRow
                key={place}
                part={part}
                items={items}
                row={row}
                name={nameRow(row, states)}
                state={states.get(String(row.item.to ?? ''))}
                schema={findRowSchema(listSchema, row)}
                isOpen={open === place && drag === null}
                isReadOnly={isReadOnly}
                problems={problems}
                noteId={noteId}
                levels={drag?.from === index ? drag.levels : 0}
                onOpen={(isOpen) => setOpen(isOpen ? place : null)}
                onArrange={(act) => run(row, act)}
                onAdd={() => setAdding(`fields.${getRowPath(part, row.place).join('.')}.items`)}
                onField={(name, value) =>
                  change((fields) => changeAt(fields, [...getRowPath(part, row.place), name], value) as typeof fields)
                }
              />,
            ];
          })}
          {dropBefore === rows.length && <li aria-hidden="true" className={dragStyles.drop} />}
        </ol>
        {rows.length === 0 && <p className={form.soft}>Nothing is here yet.</p>}
        {removed && (
          <p className={form.ends}>
            <span>Removed: {removed.name}</span>
            <Button data-undo onClick={restore} label="Undo" />
          </p>
        )}
        {!isReadOnly && (
          <div className={form.row}>
            {partLevels[part].links && (
              <Button
                icon={Plus}
                label="Add a link…"
                disabled={!canAdd}
                {...createArrangeButton('add', path)}
                onClick={() => setAdding(path)}
              />
            )}
            {partLevels[part].groups && (
              <Button
                icon={FolderPlus}
                label={groupLabel}
                disabled={!canAdd}
                {...createArrangeButton(part === 'header' ? 'add-group' : 'add', path)}
                onClick={() => add(null, path)}
              />
            )}
          </div>
        )}
        <p role="status" className="visually-hidden">
          {message}
        </p>
      </fieldset>
      {adding && <PageDialog onChosen={(target) => add(target, adding)} onClose={() => setAdding(null)} />}
    </Panel>
  );
}
