import { use, useMemo } from 'react';
import { BodyEditor } from '../editor/body-editor.tsx';
import group from '../parts/group.module.css';
import { FieldEditingContext, findMessage, type SchemaFieldProps } from './props.ts';
import styles from './schema-field.module.css';

/** Edits a text in Markdown, as the text of an article. */
export function MarkdownField({ path, label, value, isReadOnly, problems, onChange }: SchemaFieldProps) {
  const editing = use(FieldEditingContext);
  const error = findMessage(problems, path);
  const target = editing?.target;
  const line = useMemo(
    () => (target?.path === path ? { line: target.line ?? 1, request: target.request } : null),
    [target, path],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler reads no key and no pointer
    <div className={styles.value} onBlur={editing?.applyWaiting}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <BodyEditor
        label={label}
        path={path}
        size="small"
        text={String(value ?? '')}
        merges={editing?.merges ?? 0}
        line={line}
        isReadOnly={isReadOnly}
        onChange={onChange}
        onEdit={(read) => (editing ? editing.editAfterPaint(path, read) : onChange(read()))}
      />
      {error && <p className={group.error}>{error}</p>}
    </div>
  );
}
