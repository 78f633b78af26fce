import { Undo2 } from 'lucide-react';
import { type ListName, listFields, maxListedActs } from '../../../contract/studio/list-names.ts';
import type { ListAct, ListedItem } from '../../../contract/studio/list-operations.ts';
import type { ListItemFields } from '../../../contract/studio/list-shapes.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { Person } from '../../parts/initials.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import table from '../../parts/table.module.css';
import { Table } from '../../parts/table.tsx';
import { readFields } from '../../read-fields.ts';
import type { ActionResult, ScreenArgs } from '../../screen.ts';
import { getListAddress } from './list-words.ts';
import styles from './lists.module.css';

/** What the fields of an item can name. */
export interface FieldChoices {
  interests: ListedItem[];
  positions: ListedItem[];
}

/** The beginning of the names of the boxes for interests. */
export const interestPrefix = 'interest.';

/** Returns the fields of a sent form. An unknown name, or a text in place of a number, is refused by the API. */
export function readItemFields(list: ListName, typed: Record<string, string>): Partial<ListItemFields> {
  // Boxes that are not checked are not sent, and a new item has no address yet.
  const sent = listFields[list].filter((name) => !['interests', 'enabled', 'slug'].includes(name));
  const texts = readFields(typed, ...sent);
  const read = (name: (typeof listFields)[ListName][number]): unknown => {
    if (name === 'interests')
      return Object.keys(typed).flatMap((key) =>
        key.startsWith(interestPrefix) ? [key.slice(interestPrefix.length)] : [],
      );
    if (name === 'enabled') return typed.enabled === 'yes';
    const text = (name === 'slug' ? typed.slug : texts[name])?.replaceAll('\r\n', '\n') ?? '';
    if (name === 'joined' || name === 'position') return Number(text);
    if (name === 'leftOn' || name === 'portrait') return text.trim() || null;
    return text;
  };
  const names = listFields[list].filter((name) => name !== 'slug' || typed.slug);
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

export function UndoButton({ act, label }: { act: number; label?: string }) {
  return (
    <PostForm preventScrollReset>
      <Submit look="bare" icon={Undo2} name="undo" value={act} aria-label={label} label="Undo" />
    </PostForm>
  );
}

/** Shows what was done to a list last, each with its undo. */
export function Acts({ list, acts, canChange }: { list: ListName; acts: ListAct[]; canChange: boolean }) {
  const last = acts.at(-1);
  return (
    <Panel title="What was done last" isShown={acts.length > 0}>
      <Table caption="What was done last" columns={['What', 'Who', ...(canChange ? [''] : [])]}>
        {acts.map(({ id, summary, doneBy, doneAt, undoneAt, canUndo }) => (
          <tr key={id}>
            <th scope="row" dir="auto">
              {summary}
              {undoneAt && ' (undone)'}
            </th>
            <td className={table.wide}>
              <span className={form.tight}>
                {doneBy && <Person name={doneBy} />}
                <span className={form.soft}>
                  <RelativeTime at={doneAt} />
                </span>
              </span>
            </td>
            {canChange && (
              <td>
                {canUndo && (
                  <div className={styles.acts}>
                    <UndoButton act={id} label={`Undo: ${summary}`} />
                  </div>
                )}
              </td>
            )}
          </tr>
        ))}
      </Table>
      {last && acts.length === maxListedActs && (
        <ButtonLink to={getListAddress(list, { before: last.id })} label="Earlier" />
      )}
    </Panel>
  );
}

/** Loads what the fields of a list's items can name. */
export async function loadFieldChoices(client: ScreenArgs['client'], list: ListName): Promise<FieldChoices> {
  const load = async (name: ListName) => (await client.call('listItems', { list: name })).items;
  return {
    interests: list === 'PERSONA' ? await load('INTEREST') : [],
    positions: list === 'TEAM' ? await load('POSITION') : [],
  };
}

/** Undoes the act that a form names. */
export async function undoAct(client: ScreenArgs['client'], act: string): Promise<ActionResult> {
  return { done: `${(await client.call('undoListAct', { id: Number(act) })).summary}.` };
}
