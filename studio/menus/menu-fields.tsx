import { useEffect, useState } from 'react';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import type { TargetState } from '../../contract/studio/content-operations.ts';
import { useClient } from '../context.ts';
import { changeProperty } from '../fields/change-property.ts';
import { SchemaField } from '../fields/schema-field.tsx';
import { Panel } from '../parts/panel.tsx';
import type { FieldsPaneProps } from '../screens/entry/facts-pane.tsx';
import { MenuPartList } from './menu-part.tsx';
import { listRows, type MenuItem, type MenuPart } from './menu-tree.ts';
import styles from './menus.module.css';

const parts = ['header', 'footer', 'legal'] as const satisfies MenuPart[];

/** Returns the items of a part of the menus; none for a value that is no list of items. */
export function readItems(fields: Record<string, unknown>, part: MenuPart): MenuItem[] {
  const items = fields[part];
  return Array.isArray(items) ? (items as MenuItem[]) : [];
}

/** Returns the different targets of the menus, as far as the server describes so many. */
export function listTargets(fields: Record<string, unknown>): string[] {
  const rows = parts.flatMap((part) => listRows(readItems(fields, part)));
  const targets = rows.map(({ item }) => item.to).filter((to): to is string => typeof to === 'string' && to !== '');
  return [...new Set(targets.filter((to) => to.length < 2_000))].slice(0, 200);
}

/** Milliseconds without a change after which new targets are looked up. */
const pause = 300;

/** Returns what is known of the targets, by their paths. New targets are looked up when typing pauses. */
function useTargetStates(fields: Record<string, unknown>, first: readonly TargetState[]) {
  const client = useClient();
  const [states, setStates] = useState(() => new Map(first.map((state) => [state.path, state])));
  const unknown = JSON.stringify(listTargets(fields).filter((path) => !states.has(path)));
  useEffect(() => {
    if (unknown === '[]') return undefined;
    const leaving = new AbortController();
    const ask = () =>
      client.call('describeTargets', { paths: JSON.parse(unknown) as string[] }, { signal: leaving.signal }).then(
        ({ items }) =>
          setStates((before) => new Map([...before, ...items.map((state) => [state.path, state] as const)])),
        // Without an answer the items only lack their titles.
        () => undefined,
      );
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [client, unknown]);
  return states;
}

/** Renders the setting Menus: the header, what visitors are asked to do, the groups of the footer and its last row. */
export function MenuFields({ schema, choices, ...pane }: FieldsPaneProps) {
  const { fields } = pane.content;
  const states = useTargetStates(fields, choices.targets ?? []);
  const { properties = {} } = schema as FieldSchema;
  const list = (part: MenuPart) => (
    <MenuPartList
      key={part}
      part={part}
      schema={schema as FieldSchema}
      items={readItems(fields, part)}
      states={states}
      {...pane}
    />
  );
  return (
    <div className={styles.menus}>
      {list('header')}
      <Panel title="Call to action" isPadded>
        <SchemaField
          path="fields.action"
          label="Call to action"
          schema={properties.action ?? {}}
          value={fields.action}
          isRequired={false}
          isReadOnly={pane.isReadOnly}
          references={{}}
          problems={pane.problems}
          onChange={(value) =>
            pane.onChange(({ fields: latest }) => ({ fields: changeProperty(latest, 'action', value) }))
          }
        />
      </Panel>
      {list('footer')}
      {list('legal')}
    </div>
  );
}
