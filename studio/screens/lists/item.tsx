import { GitMerge, Save, Trash2 } from 'lucide-react';
import { isCategoryList, type ListName } from '../../../contract/studio/list-names.ts';
import type { ListedItem } from '../../../contract/studio/list-operations.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { useTypeNames } from '../../context.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { ActionOutcome } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Row, RowList } from '../../parts/row-list.tsx';
import { useUser } from '../../parts/shell.tsx';
import { SelectField } from '../../parts/text-field.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import { type Screen, type ScreenArgs, useAnswer } from '../../screen.ts';
import { ItemFields } from './item-fields.tsx';
import { type FieldChoices, loadFieldChoices, readItemFields, UndoButton, undoAct } from './list-facts.tsx';
import { getListAddress, getListWords } from './list-words.ts';

interface Data {
  list: ListName;
  item: ListedItem;
  /** The other items, into which this one can be merged. */
  others: { value: string; label: string }[];
  uses: EntrySummary[];
  choices: FieldChoices;
}

/** How many entries that name an item are listed, as `listItemUses` says. */
const mostUses = 100;

/** Renders the entries that name an item, as links. Those beyond the first hundred are in the list of content. */
function Uses({ list, item, uses }: Pick<Data, 'list' | 'item' | 'uses'>) {
  const getTypeName = useTypeNames();
  const title = list === 'TEAM' ? 'What they wrote' : 'Where it is used';
  const filter = list === 'TEAM' ? `author=${item.slug}` : isCategoryList(list) && `type=${list}&category=${item.slug}`;
  const isCut = uses.length >= mostUses;
  return (
    <Panel
      title={title}
      count={isCut ? item.uses : uses.length}
      isShown={uses.length > 0}
      action={isCut && filter && <ButtonLink to={`/studio/content?${filter}`} label="Show all" />}
    >
      <RowList label={title}>
        {uses.map(({ id, title: name, type, savedAt }) => (
          <Row
            key={id}
            to={`/studio/content/${id}`}
            title={name || 'Untitled'}
            note={getTypeName(type)}
            end={savedAt && <RelativeTime at={savedAt} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}

/** Renders the forms that merge an item into another one, or remove it. */
function MergeAndRemove({ list, item, others }: Pick<Data, 'list' | 'item' | 'others'>) {
  const { noun } = getListWords(list, useTypeNames());
  const canRemove = list === 'TEAM' || item.uses === 0;
  return (
    <Panel title="Merge or remove" isPadded>
      <div className={form.stack}>
        {others.length > 0 && (
          <PostForm className={fieldRow.row} sends={{ intent: 'merge' }}>
            <SelectField label="Merge into" name="into" options={others} />
            <div className={fieldRow.action}>
              <Submit icon={GitMerge} label="Merge" />
            </div>
          </PostForm>
        )}
        <p className={form.soft}>
          Everything that names this {noun} names the other one then, drafts too, and its address leads there. This can
          be undone.
        </p>
        {canRemove && (
          <PostForm sends={{ intent: 'remove' }}>
            <Submit look="danger" icon={Trash2} label={`Remove this ${noun}`} />
          </PostForm>
        )}
        {canRemove && list === 'TEAM' && (
          <p className={form.soft}>
            The texts of a removed person stay, without an author. For somebody who left, set the day above instead.
          </p>
        )}
      </div>
    </Panel>
  );
}

function View({ data: { list, item, others, uses, choices } }: { data: Data }) {
  const answer = useAnswer();
  const refusal = answer?.refusal?.values.intent === 'change' ? answer.refusal : undefined;
  const canChange = hasPermission(useUser().role, 'publish');
  const { title } = getListWords(list, useTypeNames());
  const { fields } = item;
  return (
    <ScreenLayout
      title={fields.name ?? ''}
      parent={{ to: getListAddress(list), label: title }}
      state={!fields.enabled && 'Hidden from visitors'}
      width="text"
    >
      <ActionOutcome>{answer?.act !== undefined && <UndoButton act={answer.act} />}</ActionOutcome>
      {/* After an act of others the fields show what they stored. */}
      <PostForm
        key={JSON.stringify(fields)}
        data-asks
        className={form.form}
        sends={{ intent: 'change', base: JSON.stringify(fields) }}
      >
        <ItemFields list={list} fields={fields} choices={choices} refusal={refusal} isReadOnly={!canChange} isStored />
        {canChange && (
          <div className={form.row}>
            <Submit look="primary" icon={Save} label="Save" />
          </div>
        )}
      </PostForm>
      <Uses list={list} item={item} uses={uses} />
      {canChange && <MergeAndRemove list={list} item={item} others={others} />}
    </ScreenLayout>
  );
}

const readAddress = ({ list, id }: ScreenArgs['params']) => ({
  // An unknown list is refused by the API.
  list: (list ?? 'TEAM') as ListName,
  id: Number(id) || 0,
});

/** Shows an item of a list, with what names it: changes, merges and removes it. */
export const screen: Screen<Data> = {
  title: ({ item }) => item.fields.name ?? '',
  getRailPath: ({ list }) => (list === 'TEAM' ? 'team' : 'lists'),
  loader: async ({ client, params }) => {
    const { list, id } = readAddress(params);
    // An unknown item is refused here.
    const [{ items: uses }, { items }, choices] = await Promise.all([
      client.call('listItemUses', { list, id }),
      client.call('listItems', { list }),
      loadFieldChoices(client, list),
    ]);
    const item = items.find((each) => each.id === id) ?? { id, slug: '', fields: {}, uses: 0 };
    const others = items.flatMap(({ id: other, fields: { name = '' } }) =>
      other === id ? [] : [{ value: String(other), label: name }],
    );
    return { list, item, others, uses, choices };
  },
  action: async ({ client, params, form: sent }) => {
    if (sent.undo) return undoAct(client, sent.undo);
    const named = readAddress(params);
    const { list } = named;
    const intent = readChoice(sent, 'intent', ['change', 'merge', 'remove']);
    if (intent === 'change') {
      const { base } = readFields(sent, 'base');
      const fields = readItemFields(list, sent);
      const { summary, act } = await client.call('changeListItem', { ...named, base: JSON.parse(base), fields });
      return { done: `${summary}.`, act };
    }
    const { act } =
      intent === 'merge'
        ? await client.call('mergeListItems', { ...named, into: Number(readFields(sent, 'into').into) })
        : await client.call('removeListItem', named);
    return { to: getListAddress(list, { act }) };
  },
  reloadsAfterRefusal: true,
  View,
};
