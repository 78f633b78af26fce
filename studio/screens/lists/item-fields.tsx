import { use, useState } from 'react';
import { getEntryType } from '../../../contract/content/entry-types.ts';
import { isCategoryList, type ListName } from '../../../contract/studio/list-names.ts';
import type { ListedItem } from '../../../contract/studio/list-operations.ts';
import { StudioSettingsContext } from '../../context.ts';
import { PictureField } from '../../fields/picture-field.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { SelectField, TextArea, TextField } from '../../parts/text-field.tsx';
import type { ActionRefusal } from '../../screen.ts';
import { type FieldChoices, interestPrefix } from './list-facts.tsx';

interface Props {
  list: ListName;
  /** The values at first. */
  fields: ListedItem['fields'];
  choices: FieldChoices;
  refusal: ActionRefusal | undefined;
  isReadOnly: boolean;
  /** Whether the item exists already. */
  isStored: boolean;
}

/** Renders what only a person has: position, role, years, portrait and text. */
function PersonFields({ fields, choices, isReadOnly, find, typed }: Omit<Props, 'refusal'> & FieldHelp) {
  const [portrait, setPortrait] = useState(typed('portrait', fields.portrait) ?? '');
  return (
    <>
      <div className={fieldRow.row}>
        <SelectField
          label="Position"
          name="position"
          disabled={isReadOnly}
          options={choices.positions.map(({ id, fields: { name = '' } }) => ({ value: String(id), label: name }))}
          defaultValue={typed('position', fields.position)}
          error={find('position')}
        />
        <TextField
          label="Role"
          name="role"
          required
          readOnly={isReadOnly}
          maxLength={300}
          defaultValue={typed('role', fields.role)}
          error={find('role')}
        />
        <TextField
          label="Year of joining"
          name="joined"
          type="number"
          required
          readOnly={isReadOnly}
          min={1900}
          max={2200}
          defaultValue={typed('joined', fields.joined)}
          error={find('joined')}
        />
        <TextField
          label="Left on"
          name="leftOn"
          type="date"
          readOnly={isReadOnly}
          hint="From this day on the person is not in the team. Their articles keep the name, marked as “formerly”."
          defaultValue={typed('leftOn', fields.leftOn)}
          error={find('leftOn')}
        />
      </div>
      <TextField
        label="Focus"
        name="focus"
        required
        readOnly={isReadOnly}
        maxLength={300}
        defaultValue={typed('focus', fields.focus)}
        error={find('focus')}
      />
      <PictureField
        label="Portrait"
        name="portrait"
        readOnly={isReadOnly}
        maxLength={120}
        hint="The name of a picture in the library, such as ada.jpg"
        needsAlternative={false}
        value={portrait}
        onValue={setPortrait}
        error={find('portrait')}
      />
      <TextArea
        label="Text (Markdown)"
        name="body"
        readOnly={isReadOnly}
        rows={8}
        maxLength={20_000}
        defaultValue={typed('body', fields.body)}
        error={find('body')}
      />
    </>
  );
}

interface FieldHelp {
  find: (name: string) => string | undefined;
  /** Returns what was typed in a refused form, or the stored value. */
  typed: (name: string, stored: string | number | null | undefined) => string | undefined;
}

/** Renders the fields of an item, as far as its list has them. */
export function ItemFields({ list, refusal, ...props }: Props) {
  const { fields, choices, isReadOnly, isStored } = props;
  const { siteUrl } = use(StudioSettingsContext);
  const find = (name: string) => refusal?.fields.find(({ path }) => path === name)?.message;
  const typed: FieldHelp['typed'] = (name, stored) => refusal?.values[name] ?? stored?.toString() ?? undefined;
  const isChecked = (name: string, stored: boolean) => (refusal ? name in refusal.values : stored);
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        readOnly={isReadOnly}
        maxLength={300}
        defaultValue={typed('name', fields.name)}
        error={find('name')}
      />
      {isCategoryList(list) && isStored && (
        <TextField
          label="Address"
          name="slug"
          required
          readOnly={isReadOnly}
          maxLength={120}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          hint={`${siteUrl}${getEntryType(list).categoryPath}… The former address leads to the new one.`}
          defaultValue={typed('slug', fields.slug)}
          error={find('slug')}
        />
      )}
      {list !== 'POSITION' && list !== 'TEAM' && (
        <TextArea
          label="Description"
          name="description"
          required
          readOnly={isReadOnly}
          rows={2}
          maxLength={300}
          defaultValue={typed('description', fields.description)}
          error={find('description')}
        />
      )}
      {list === 'TEAM' && <PersonFields list={list} find={find} typed={typed} {...props} />}
      {list === 'PERSONA' && (
        <fieldset className={form.stack} disabled={isReadOnly}>
          <legend>Interests</legend>
          <div className={form.row}>
            {choices.interests.map(({ slug, fields: { name } }) => (
              <label key={slug} className={form.tight}>
                <input
                  type="checkbox"
                  name={interestPrefix + slug}
                  defaultChecked={isChecked(interestPrefix + slug, fields.interests?.includes(slug) ?? false)}
                />
                {name}
              </label>
            ))}
          </div>
          {find('interests') && <p>{find('interests')}</p>}
        </fieldset>
      )}
      <label className={form.tight}>
        <input
          type="checkbox"
          name="enabled"
          value="yes"
          disabled={isReadOnly}
          defaultChecked={isChecked('enabled', fields.enabled ?? true)}
        />
        Visitors see it
      </label>
    </>
  );
}
