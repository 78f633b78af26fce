import { formatMinutes } from '../../contract/content/number-text.ts';
import { LiveDrawing } from '../drawings/live-drawing.tsx';
import group from '../parts/group.module.css';
import { SelectField, TextArea, TextField } from '../parts/text-field.tsx';
import { changeProperty } from './change-property.ts';
import { GraphField } from './graph-field.tsx';
import { LinkField } from './link-field.tsx';
import { canFold, FoldedGroup, ListField } from './list-field.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { PictureField } from './picture-field.tsx';
import { findMessage, type SchemaFieldProps, useFieldName } from './props.ts';
import {
  changeKind,
  createValue,
  findHint,
  findKinds,
  isGraph,
  isRow,
  isTable,
  type Kinds,
  needsAlternative,
  summarizeGroup,
  toLabel,
} from './schema.ts';
import styles from './schema-field.module.css';
import { TableField } from './table-field.tsx';

/**
 * Returns the editor of a group's table or graph, the names of the properties that it edits, and their drawing. Returns
 * null for a group without a table or graph.
 */
function findEditor(props: SchemaFieldProps, record: Record<string, unknown>) {
  const { path, label, schema, isReadOnly, problems, onChange } = props;
  const common = { path, label, schema, isReadOnly, problems, value: record };
  const change = (changed: object) => onChange({ ...record, ...changed });
  const drawing = `Drawing of ${label.toLowerCase()}`;
  if (isTable(schema))
    return {
      names: ['columns', 'rows'],
      editor: <TableField {...common} onChange={change} />,
      drawing: <LiveDrawing kind="sheet" value={record} label={drawing} />,
    };
  if (isGraph(schema))
    return {
      names: ['nodes', 'links'],
      editor: <GraphField {...common} onChange={change} />,
      drawing: <LiveDrawing kind="schematic" value={record} label={drawing} />,
    };
  return null;
}

function ObjectField(props: SchemaFieldProps) {
  const { path, label, schema, value, isRequired, isReadOnly, problems, onChange } = props;
  const record = (value ?? {}) as Record<string, unknown>;
  const error = findMessage(problems, path);
  const found = findEditor(props, record);
  const properties = Object.entries(schema.properties ?? {});
  const renderField = ([name, property]: (typeof properties)[number]) => (
    <SchemaField
      {...props}
      key={name}
      path={`${path}.${name}`}
      label={toLabel(name)}
      schema={property}
      value={record[name]}
      isRequired={schema.required?.includes(name) ?? false}
      onChange={(changed, origins) => onChange(changeProperty(record, name, changed, origins))}
    />
  );
  const others = properties.filter(([name]) => !found?.names.includes(name));
  // The properties that stand before the editor in the schema.
  const before = found ? properties.findIndex(([name]) => found.names.includes(name)) : 0;
  return (
    <fieldset className={isRow(schema) ? `${group.group} ${styles.row}` : group.group} data-path={path} tabIndex={-1}>
      <legend className={group.legend}>{label}</legend>
      {error && <p className={group.error}>{error}</p>}
      {found && (
        <div className={styles.beside}>
          <div className={styles.fields}>
            {others.slice(0, before).map(renderField)}
            {found.editor}
          </div>
          {found.drawing}
        </div>
      )}
      {others.slice(before).map(renderField)}
      {!isRequired && !isReadOnly && value !== undefined && (
        <button type="button" className={styles.remove} onClick={() => onChange(undefined)}>
          Remove {label.toLowerCase()}
        </button>
      )}
    </fieldset>
  );
}

/** Renders the control of one text, number or choice. */
function ValueField({ path, label, schema, value, isRequired, isReadOnly, problems, onChange }: SchemaFieldProps) {
  const text = String(value ?? '');
  const control = {
    label,
    hint: findHint(path),
    error: findMessage(problems, path),
    'data-path': path,
    name: useFieldName(path),
    'aria-required': isRequired || undefined,
    value: text,
    readOnly: isReadOnly,
    placeholder: schema.usual === undefined ? undefined : String(schema.usual),
  };
  const set = (typed: string) => onChange(typed === '' && !isRequired ? undefined : typed);
  if (schema.refersTo === 'LINK') return <LinkField {...control} onValue={set} />;
  if (schema.refersTo === 'PICTURE')
    return <PictureField {...control} needsAlternative={needsAlternative(path)} onValue={set} />;
  const types = (schema.anyOf ?? []).map(({ type }) => type);
  if (types.includes('boolean'))
    return (
      <TextField
        {...control}
        hint="A text, or yes or no"
        value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : text}
        onChange={({ target }) =>
          onChange(target.value === 'yes' ? true : target.value === 'no' ? false : target.value)
        }
      />
    );
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <TextField
        {...control}
        hint={/Minutes$/.test(path) && Number(text) >= 60 ? `That is ${formatMinutes(Number(text))}` : control.hint}
        inputMode="numeric"
        onChange={({ target: { value: typed } }) =>
          onChange(typed === '' ? undefined : Number.isNaN(Number(typed)) ? typed : Number(typed))
        }
      />
    );
  if ((schema.maxLength ?? 0) > 300)
    return <TextArea {...control} rows={3} onChange={({ target }) => set(target.value)} />;
  return <TextField {...control} onChange={({ target }) => set(target.value)} />;
}

/** Renders the choice of a value's kind, and the form of the kind that it is of. */
function KindField({ kinds: { property, options }, ...props }: SchemaFieldProps & { kinds: Kinds }) {
  const { path, label, value, isReadOnly, problems, onChange } = props;
  const kind = String((value as Record<string, unknown> | undefined)?.[property] ?? '');
  const names = [...options.keys()].map((name) => ({ value: name, label: toLabel(name) }));
  const schema = options.get(kind);
  return (
    <>
      <SelectField
        label={`${label}: ${toLabel(property).toLowerCase()}`}
        error={findMessage(problems, `${path}.${property}`)}
        data-path={`${path}.${property}`}
        disabled={isReadOnly}
        value={kind}
        options={schema ? names : [{ value: kind, label: kind || 'None' }, ...names]}
        onChange={({ target }) => onChange(changeKind(options.get(target.value) ?? {}, value))}
      />
      {schema && <ObjectField {...props} schema={schema} />}
    </>
  );
}

/** Renders the form of one value by its JSON Schema: texts, numbers, choices, groups, and lists of them. */
export function SchemaField(props: SchemaFieldProps) {
  const { path, label, schema, value, isRequired, isReadOnly, problems, onChange } = props;
  const name = useFieldName(path);
  if (schema.const !== undefined) return null;
  const kinds = findKinds(schema);
  const isGroup = schema.type === 'object' || kinds !== null || schema.prefixItems !== undefined;
  // An item of a list is folded by its list.
  const isChapter = schema.type === 'object' && canFold(schema) && !/\.\d/.test(path);
  if (isGroup && value === undefined && !isRequired && !isChapter)
    return (
      !isReadOnly && (
        <button type="button" className={styles.add} data-path={path} onClick={() => onChange(createValue(schema))}>
          Add {label.toLowerCase()}
        </button>
      )
    );
  if (kinds) return <KindField {...props} kinds={kinds} />;
  if (isChapter)
    return (
      <FoldedGroup summary={summarizeGroup(value, schema)} field={props}>
        <ObjectField {...props} />
      </FoldedGroup>
    );
  if (schema.type === 'object') return <ObjectField {...props} />;
  if (schema.format === 'markdown') return <MarkdownField {...props} />;
  if (schema.type === 'array') return <ListField {...props} renderItem={(item) => <SchemaField {...item} />} />;
  if (schema.enum) {
    // A choice with a default is never empty.
    const isChosen = isRequired || schema.default !== undefined;
    return (
      <SelectField
        label={label}
        hint={findHint(path)}
        error={findMessage(problems, path)}
        data-path={path}
        name={name}
        disabled={isReadOnly}
        value={String(value ?? schema.default ?? '')}
        options={[
          ...(isChosen
            ? []
            : [{ value: '', label: schema.usual ? `As usual: ${toLabel(String(schema.usual))}` : 'None' }]),
          ...schema.enum.map((each) => ({ value: each, label: toLabel(each) })),
        ]}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    );
  }
  if (schema.type === 'boolean')
    return (
      <label className={styles.check}>
        {/* A box that is not checked is not sent. */}
        {name && <input type="hidden" name={name} value="" />}
        <input
          type="checkbox"
          data-path={path}
          name={name}
          checked={value === true}
          disabled={isReadOnly}
          onChange={({ target }) => onChange(target.checked)}
        />{' '}
        {label}
      </label>
    );
  return <ValueField {...props} />;
}
