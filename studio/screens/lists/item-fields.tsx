import { use, useState } from 'react';
import { Link } from 'react-router';
import { getEntryType } from '../../../contract/content/entry-types.ts';
import { getCoverPath } from '../../../contract/content/picture-variants.ts';
import { isCategoryList, type ListFieldName, type ListName } from '../../../contract/studio/list-names.ts';
import type { ListedItem } from '../../../contract/studio/list-operations.ts';
import { StudioSettingsContext } from '../../context.ts';
import { PictureField } from '../../fields/picture-field.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import group from '../../parts/group.module.css';
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

/** The properties of a text that must be there. */
const line = { required: true, maxLength: 300 };

/** Returns the properties of the field with a name. */
type DescribeField = (
  label: string,
  name: ListFieldName,
) => { label: string; name: string; readOnly: boolean; defaultValue: string | undefined; error: string | undefined };

/** Renders what only a person has: position, role, years, portrait and text. */
function PersonFields({ choices, describe }: Pick<Props, 'choices'> & { describe: DescribeField }) {
  const { readOnly, ...position } = describe('Position', 'position');
  const { defaultValue: stored = '', ...portrait } = describe('Portrait', 'portrait');
  const [picture, setPicture] = useState(stored);
  return (
    <>
      <div className={fieldRow.row}>
        <SelectField
          {...position}
          disabled={readOnly}
          options={choices.positions.map(({ id, fields: { name = '' } }) => ({ value: String(id), label: name }))}
        />
        <TextField {...describe('Role', 'role')} {...line} />
        <TextField {...describe('Year of joining', 'joined')} type="number" required min={1900} max={2200} />
        <TextField
          {...describe('Left on', 'leftOn')}
          type="date"
          hint="From this day on the person is not in the team. Their articles keep the name, marked as “formerly”."
        />
      </div>
      <TextField {...describe('Focus', 'focus')} {...line} />
      <PictureField
        {...portrait}
        maxLength={120}
        hint="The name of a picture in the library, such as ada.jpg"
        needsAlternative={false}
        value={picture}
        onValue={setPicture}
      >
        {/* As visitors see it. */}
        {/\.\w+$/.test(picture) && (
          <div className={form.row}>
            <img src={getCoverPath(picture)} alt="" width={96} />
            <Link to={`/studio/media/${picture}`}>Describe the portrait and set its focal point</Link>
          </div>
        )}
      </PictureField>
      <TextArea {...describe('Text (Markdown)', 'body')} rows={8} maxLength={20_000} />
    </>
  );
}

/** Renders the fields of an item, as far as its list has them. */
export function ItemFields({ list, fields, choices, refusal, isReadOnly, isStored }: Props) {
  const { siteUrl } = use(StudioSettingsContext);
  const find = (name: string) => refusal?.fields.find(({ path }) => path.replace('fields.', '') === name)?.message;
  const describe: DescribeField = (label, name) => ({
    label,
    name,
    readOnly: isReadOnly,
    // What was typed in a refused form, or the stored value.
    defaultValue: refusal?.values[name] ?? fields[name]?.toString(),
    error: find(name),
  });
  const isChecked = (name: string, stored: boolean) => (refusal ? name in refusal.values : stored);
  return (
    <>
      <TextField {...describe('Name', 'name')} {...line} />
      {isCategoryList(list) && isStored && (
        <TextField
          {...describe('Address', 'slug')}
          required
          maxLength={120}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          hint={`${siteUrl}${getEntryType(list).categoryPath}… The former address leads to the new one.`}
        />
      )}
      {list !== 'POSITION' && list !== 'TEAM' && (
        <TextArea {...describe('Description', 'description')} {...line} rows={2} />
      )}
      {list === 'TEAM' && <PersonFields choices={choices} describe={describe} />}
      {list === 'PERSONA' && (
        <fieldset className={form.stack} disabled={isReadOnly}>
          <legend className={group.legend}>Interests</legend>
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
