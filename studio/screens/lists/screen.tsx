import { ArrowDown, ArrowUp, Eye, EyeOff, GripVertical, Plus } from 'lucide-react';
import { Link, useActionData, useSubmit } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import { type ListName, listNames } from '../../../contract/studio/list-names.ts';
import type { ListAct, ListedItem } from '../../../contract/studio/list-operations.ts';
import { pageUserField } from '../../../contract/studio/paths.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { usePageUserId, useTypeNames } from '../../context.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { Person } from '../../parts/initials.tsx';
import { RefusalNotice, Result } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useUser } from '../../parts/shell.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Table } from '../../parts/table.tsx';
import { type SavedView, ViewTabs } from '../../parts/view-tabs.tsx';
import { createFormFailure, readChoice, readFields } from '../../read-fields.ts';
import type { ActionRefusal, Screen, ScreenArgs } from '../../screen.ts';
import { ItemFields } from './item-fields.tsx';
import { type FieldChoices, loadFieldChoices, readItemFields, UndoButton, undoAct } from './list-facts.tsx';
import { getItemAddress, getListAddress, getListWords } from './list-words.ts';
import styles from './lists.module.css';
import { useDrag, useFocusAfterMove } from './move-rows.ts';

interface Data {
  list: ListName;
  items: ListedItem[];
  acts: ListAct[];
  choices: FieldChoices;
  isAdding: boolean;
}

interface Answer {
  refusal?: ActionRefusal;
  done?: string;
  act?: number;
}

/** Returns an order in which an item stands at a place. */
function moveTo(ids: readonly number[], id: number, place: number): number[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

function Rows({ list, items, canChange }: Pick<Data, 'list' | 'items'> & { canChange: boolean }) {
  const submit = useSubmit();
  const userId = usePageUserId();
  const ids = items.map(({ id }) => id);
  const getRowProps = useDrag(ids, (id, place) => {
    const sent = { base: ids.join(' '), move: `${id} ${place}`, ...(userId !== null && { [pageUserField]: userId }) };
    void submit(sent, { method: 'post', preventScrollReset: true });
  });
  const setPressed = useFocusAfterMove(items);
  const uses = list === 'TEAM' ? 'Texts' : 'Used by';
  const columns = [
    'Name',
    list === 'TEAM' ? 'Role' : 'Description',
    ...(list === 'PERSONA' ? [] : [uses]),
    ...(canChange ? [''] : []),
  ];
  return (
    <PostForm sends={{ base: ids.join(' ') }} preventScrollReset>
      <Table caption="The list in its order" columns={columns}>
        {items.map(({ id, fields, uses: named }, index) => (
          <tr key={id} {...(canChange && getRowProps(id))} className={styles.row}>
            <th scope="row">
              <span className={styles.name}>
                {canChange && (
                  <span className={styles.handle}>
                    <Icon of={GripVertical} />
                  </span>
                )}
                <Link to={getItemAddress(list, id)} dir="auto">
                  {fields.name}
                </Link>
                {!fields.enabled && <StateDot tone="soft">Hidden</StateDot>}
                {fields.leftOn && <StateDot tone="soft">Left {fields.leftOn}</StateDot>}
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
                  <IconButton
                    type="submit"
                    icon={ArrowUp}
                    label={`Move ${fields.name} up`}
                    tip="Move up"
                    name="move"
                    value={`${id} ${index - 1}`}
                    data-move={`up ${id}`}
                    disabled={index === 0}
                    onClick={() => setPressed(`up ${id}`)}
                  />
                  <IconButton
                    type="submit"
                    icon={ArrowDown}
                    label={`Move ${fields.name} down`}
                    tip="Move down"
                    name="move"
                    value={`${id} ${index + 1}`}
                    data-move={`down ${id}`}
                    disabled={index === items.length - 1}
                    onClick={() => setPressed(`down ${id}`)}
                  />
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

function Acts({ acts, canChange }: { acts: ListAct[]; canChange: boolean }) {
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
            {canChange && <td>{canUndo && <UndoButton act={id} label={`Undo: ${summary}`} />}</td>}
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function View({ data: { list, items, acts, choices, isAdding } }: { data: Data }) {
  const answer = useActionData<Answer>();
  const refusal = answer?.refusal;
  const canChange = hasPermission(useUser().role, 'publish');
  const getTypeName = useTypeNames();
  const { title, noun, plural, add } = getListWords(list, getTypeName);
  const isRefusedForm = refusal?.values.intent === 'add';
  const hasForm = canChange && (isAdding || isRefusedForm || items.length === 0);
  const address = getListAddress(list);
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
        !hasForm && (
          <ButtonLink
            to={`${address}${address.includes('?') ? '&' : '?'}add=yes`}
            look="primary"
            icon={Plus}
            label={add}
          />
        )
      }
    >
      {list !== 'TEAM' && <ViewTabs label="Lists" views={views} />}
      <RefusalNotice refusal={refusal} />
      <Result answer={answer}>{answer?.act !== undefined && <UndoButton act={answer.act} />}</Result>
      {hasForm && (
        <Panel title={add} isPadded>
          <PostForm key={answer?.done} className={form.form} sends={{ intent: 'add' }}>
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
      <Acts acts={acts} canChange={canChange} />
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
  return client.call('orderList', { list, base: ids, order: moveTo(ids, id, place) });
}

/** Lists the items of one list, in their order. Without JavaScript, buttons move and hide them. */
export const screen: Screen<Data> = {
  title: ({ list }) => (list === 'TEAM' ? 'People' : 'Lists'),
  loader: async ({ client, url }) => {
    const list = readList(url);
    const [{ items, acts }, choices] = await Promise.all([
      client.call('listItems', { list }),
      loadFieldChoices(client, list),
    ]);
    return { list, items, acts, choices, isAdding: url.searchParams.has('add') };
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
