import { ArrowDown, ArrowUp, Eye, EyeOff, GripVertical, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSubmit } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import { type ListName, listNames } from '../../../contract/studio/list-names.ts';
import type { ListAct, ListedItem } from '../../../contract/studio/list-operations.ts';
import { pageUserField } from '../../../contract/studio/paths.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { usePageUserId, useTypeNames } from '../../context.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import dragStyles from '../../parts/drag.module.css';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { RefusalNotice, Result } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime, useNow } from '../../parts/relative-time.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Table } from '../../parts/table.tsx';
import { useDrag } from '../../parts/use-drag.ts';
import { useHasScript } from '../../parts/use-has-script.ts';
import { type SavedView, ViewTabs } from '../../parts/view-tabs.tsx';
import { createFormFailure, readChoice, readFields } from '../../read-fields.ts';
import { type Screen, type ScreenArgs, useAnswer, useFormKey } from '../../screen.ts';
import { ItemFields } from './item-fields.tsx';
import { Acts, type FieldChoices, loadFieldChoices, readItemFields, UndoButton, undoAct } from './list-facts.tsx';
import { getItemAddress, getListAddress, getListWords } from './list-words.ts';
import styles from './lists.module.css';

interface Data {
  list: ListName;
  items: ListedItem[];
  acts: ListAct[];
  choices: FieldChoices;
  isAdding: boolean;
  /** The act on an item that led back to the list. */
  arrived: { done: string; act: number } | undefined;
}

const moves = [
  { way: 'up', icon: ArrowUp, step: -1 },
  { way: 'down', icon: ArrowDown, step: 1 },
] as const;

/** Returns a list in which the found item stands at a place. */
const moveTo = <T,>(list: readonly T[], isMoved: (item: T) => boolean, place: number): T[] =>
  list.filter((item) => !isMoved(item)).toSpliced(place, 0, ...list.filter(isMoved));

/** Keeps the focus on the button by which an item was moved, wherever the item stands afterwards. */
function useFocusAfterMove(items: readonly ListedItem[]) {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (items.length === 0 || pressed.current === null) return;
    const [way, id] = pressed.current.split(' ');
    const find = (button: string) => document.querySelector<HTMLElement>(`[data-item="${id}"] ${button}:enabled`);
    (find(`[data-move=${way}]`) ?? find('[data-move]'))?.focus();
    pressed.current = null;
  }, [items]);
  return pressed;
}

function Rows({ list, items: stored, canChange }: Pick<Data, 'list' | 'items'> & { canChange: boolean }) {
  const submit = useSubmit();
  const userId = usePageUserId();
  const now = useNow();
  const body = useRef<HTMLTableSectionElement>(null);
  /** The moves that the server has not answered, each as an id and a place. They are shown at once. */
  const [unanswered, setUnanswered] = useState<readonly string[]>([]);
  const items = unanswered.reduce((shown, move) => {
    const [id, place = 0] = move.split(' ').map(Number);
    return moveTo(shown, (item) => item.id === id, place);
  }, stored);
  const ids = items.map((item) => item.id);
  const sending = useRef(Promise.resolve());
  /** Sends acts one after the other, because each names as `base` the order in which it was made. */
  function sendInTurn(name: string, value: string): void {
    const sent = { base: ids.join(' '), [name]: value, ...(userId !== null && { [pageUserField]: userId }) };
    // Rendered at once, so that a second press begins at the place of the first.
    if (name === 'move') flushSync(() => setUnanswered((moves) => [...moves, value]));
    sending.current = sending.current.then(async () => {
      await submit(sent, { method: 'post', preventScrollReset: true, flushSync: true });
      if (name === 'move') setUnanswered((moves) => moves.slice(1));
    });
  }
  const { drag, dropBefore, handlers } = useDrag(body, ({ from, to }) => {
    if (from === to) return;
    sendInTurn('move', `${ids[from]} ${to}`);
  });
  const pressed = useFocusAfterMove(items);
  const uses = list === 'TEAM' ? 'Texts' : 'Used by';
  const columns = [
    'Name',
    list === 'TEAM' ? 'Role' : 'Description',
    ...(list === 'PERSONA' ? [] : [uses]),
    ...(canChange ? [''] : []),
  ];
  return (
    <PostForm
      sends={{ base: ids.join(' ') }}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter instanceof HTMLButtonElement) sendInTurn(submitter.name, submitter.value);
      }}
    >
      <Table caption="The list in its order" columns={columns} ref={body} {...handlers}>
        {items.map(({ id, fields, uses: named }, index) => (
          <tr
            key={id}
            data-item={id}
            data-dragged={drag?.from === index || undefined}
            data-drop={dropBefore === index ? 'before' : dropBefore === index + 1 ? 'after' : undefined}
            className={styles.row}
          >
            <th scope="row">
              <span className={styles.name}>
                {canChange && (
                  <span className={`${dragStyles.handle} ${styles.handle}`} title="Drag to another place" data-handle>
                    <Icon of={GripVertical} />
                  </span>
                )}
                <Link to={getItemAddress(list, id)} dir="auto">
                  {fields.name}
                </Link>
                {!fields.enabled && <StateDot tone="soft">Hidden</StateDot>}
                {fields.leftOn && (
                  <StateDot tone="soft">
                    {Date.parse(fields.leftOn) > now ? 'Leaves' : 'Left'}{' '}
                    <RelativeTime at={`${fields.leftOn}T12:00Z`} />
                  </StateDot>
                )}
              </span>
            </th>
            <td dir="auto" className={`${table.wide} ${form.soft} ${styles.text}`}>
              {list === 'TEAM' ? fields.role : fields.description}
            </td>
            {list !== 'PERSONA' && (
              <td data-label={uses} className={form.soft}>
                {named}
              </td>
            )}
            {canChange && (
              <td>
                <span className={styles.acts}>
                  {moves.map(({ way, icon, step }) => (
                    <IconButton
                      key={way}
                      type="submit"
                      icon={icon}
                      label={`Move ${fields.name} ${way}`}
                      tip={`Move ${way}`}
                      name="move"
                      value={`${id} ${index + step}`}
                      data-move={way}
                      disabled={ids[index + step] === undefined}
                      onClick={() => {
                        pressed.current = `${way} ${id}`;
                      }}
                    />
                  ))}
                  <IconButton
                    type="submit"
                    icon={fields.enabled ? EyeOff : Eye}
                    label={`${fields.enabled ? 'Hide' : 'Show'} ${fields.name}`}
                    tip={fields.enabled ? 'Hide' : 'Show'}
                    name={fields.enabled ? 'hide' : 'show'}
                    value={id}
                  />
                </span>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </PostForm>
  );
}

function View({ data: { list, items, acts, choices, isAdding, arrived } }: { data: Data }) {
  const own = useAnswer();
  const refusal = own?.refusal;
  const formKey = useFormKey('add');
  // A live region announces only what changes in it.
  const isPainted = useHasScript();
  const [announced, setAnnounced] = useState<Data['arrived']>();
  useEffect(() => setAnnounced(arrived), [arrived]);
  const answer = own ?? (isPainted ? announced : arrived);
  const canChange = hasPermission(useUser().role, 'publish');
  const getTypeName = useTypeNames();
  const { title, noun, plural, add } = getListWords(list, getTypeName);
  const isRefusedForm = refusal?.values.intent === 'add';
  const hasForm = canChange && (isAdding || isRefusedForm || items.length === 0);
  const views = listNames
    .filter((name) => name !== 'TEAM')
    .map(
      (name, index): SavedView => ({
        label: getListWords(name, getTypeName).title,
        query: index === 0 ? {} : { list: name },
      }),
    );
  return (
    <ScreenLayout
      title={list === 'TEAM' ? title : 'Lists'}
      state={formatCount(items.length, noun, plural)}
      actions={
        canChange &&
        !hasForm && <ButtonLink to={getListAddress(list, { add: 'yes' })} look="primary" icon={Plus} label={add} />
      }
    >
      {list !== 'TEAM' && <ViewTabs label="Lists" views={views} />}
      <RefusalNotice refusal={refusal} />
      <Result answer={answer}>{answer?.act !== undefined && <UndoButton act={answer.act} />}</Result>
      {hasForm && (
        <Panel title={add} isPadded>
          <PostForm key={formKey} className={form.form} sends={{ intent: 'add' }}>
            <ItemFields
              list={list}
              fields={{ enabled: true }}
              choices={choices}
              refusal={isRefusedForm ? refusal : undefined}
              isReadOnly={false}
              isStored={false}
            />
            <div className={form.row}>
              <Submit look="primary" icon={Plus} label="Add" />
            </div>
          </PostForm>
        </Panel>
      )}
      {items.length === 0 ? (
        <EmptyState drawing="empty" title={`There is no ${noun} yet.`}>
          <p>What you add here is offered wherever the editor asks for a {noun}.</p>
        </EmptyState>
      ) : (
        <Rows list={list} items={items} canChange={canChange} />
      )}
      <Acts list={list} acts={acts} canChange={canChange} />
    </ScreenLayout>
  );
}

/** Returns the list that an address names: the team, that of the parameter, or the first one. */
function readList({ pathname, searchParams }: URL): ListName {
  if (pathname.startsWith('/studio/team')) return 'TEAM';
  return listNames.find((name) => name === searchParams.get('list')) ?? listNames[0];
}

async function moveItem(client: ScreenArgs['client'], list: ListName, form: Record<string, string>) {
  const { base, move } = readFields(form, 'base', 'move');
  const ids = base.split(' ').map(Number);
  const [id = 0, place = 0] = move.split(' ').map(Number);
  if (!ids.includes(id)) throw createFormFailure('This item is not in the list. Open this screen again.');
  return client.call('orderList', { list, base: ids, order: moveTo(ids, (each) => each === id, place) });
}

/** Lists the items of one list, in their order. Without JavaScript, buttons move and hide them. */
export const screen: Screen<Data> = {
  title: ({ list }) => (list === 'TEAM' ? 'People' : 'Lists'),
  loader: async ({ client, url }) => {
    const list = readList(url);
    const read = (name: string) => Number(url.searchParams.get(name)) || undefined;
    const [{ items, acts }, choices] = await Promise.all([
      client.call('listItems', { list, before: read('before') }),
      loadFieldChoices(client, list),
    ]);
    const last = acts.find(({ id, canUndo }) => id === read('act') && canUndo);
    const arrived = last && { done: `${last.summary}.`, act: last.id };
    return { list, items, acts, choices, isAdding: url.searchParams.has('add'), arrived };
  },
  action: async ({ client, form: sent, url }) => {
    const list = readList(url);
    if (sent.undo) return undoAct(client, sent.undo);
    const toggled = sent.hide ?? sent.show;
    if (toggled) {
      const enabled = sent.hide === undefined;
      const toggle = { list, id: Number(toggled), base: { enabled: !enabled }, fields: { enabled } };
      const { summary, act } = await client.call('changeListItem', toggle);
      return { done: `${summary}.`, act };
    }
    const { summary, act } = sent.move
      ? await moveItem(client, list, sent)
      : await client.call('addListItem', {
          list,
          fields: readItemFields(list, { ...sent, intent: readChoice(sent, 'intent', ['add']) }),
        });
    return { done: `${summary}.`, act };
  },
  reloadsAfterRefusal: true,
  View,
};
