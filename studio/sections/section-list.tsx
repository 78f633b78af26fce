import { Plus } from 'lucide-react';
import { use, useId, useMemo, useRef, useState } from 'react';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import { FieldEditingContext, type FieldTarget, findMessage, type SchemaFieldProps } from '../fields/props.ts';
import { Button } from '../parts/button.tsx';
import dragStyles from '../parts/drag.module.css';
import group from '../parts/group.module.css';
import { useDrag } from '../parts/use-drag.ts';
import { SectionCard } from './section-card.tsx';
import styles from './section-list.module.css';
import { SectionPalette } from './section-palette.tsx';
import { getSectionSchemas, nameSection, type SectionsUpdate, type SectionValue } from './section-values.ts';
import { useSectionActions } from './use-section-actions.ts';

/** Up to this number of sections all are unfolded when a page is opened. */
const mostUnfolded = 3;

interface SectionListProps extends Pick<SchemaFieldProps, 'isReadOnly' | 'references' | 'problems'> {
  path: string;
  schema: FieldSchema;
  sections: SectionValue[];
  onUpdate: (update: SectionsUpdate) => void;
  onPreview?: (id: string) => void;
}

/** Edits the sections of a page: adds them from a palette, orders, folds, copies, hides and removes them. */
export function SectionList({
  path,
  schema,
  sections,
  isReadOnly,
  references,
  problems,
  onUpdate,
  onPreview,
}: SectionListProps) {
  const schemas = useMemo(() => getSectionSchemas(schema), [schema]);
  const list = useRef<HTMLOListElement>(null);
  const noteId = useId();
  const target = use(FieldEditingContext)?.target ?? null;
  const [seenTarget, setSeenTarget] = useState<FieldTarget | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(
    () => new Set(sections.length > mostUnfolded ? [] : sections.map(({ id }) => id)),
  );
  const { state, actions, add, choosePlace, restore } = useSectionActions({
    list,
    schemas,
    sections,
    onUpdate,
    onPreview,
    setUnfolded,
  });
  const { drag, dropBefore, handlers } = useDrag(list, ({ from, to }) => {
    const section = sections[from];
    if (section && from !== to) actions.move(section.id, to);
  });

  // The section is unfolded in the same commit, so that the screen finds the field.
  if (target !== seenTarget) {
    setSeenTarget(target);
    const place = target?.path.startsWith(`${path}.`) ? Number(target.path.slice(path.length + 1).split('.')[0]) : -1;
    const section = sections[place];
    if (section) setUnfolded((now) => new Set([...now, section.id]));
  }

  const max = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const canAdd = sections.length < max;
  const error = findMessage(problems, path);
  const removedLine = state.removed && (
    <li key="removed" className={styles.removed}>
      <span>Removed: {nameSection(state.removed.section, state.removed.index)}</span>
      <Button data-undo onClick={restore} label="Undo" />
    </li>
  );
  return (
    <fieldset className={styles.sections} data-path={path} tabIndex={-1}>
      <legend className={styles.legend}>Sections</legend>
      {error && <p className={group.error}>{error}</p>}
      {sections.length > 1 && (
        <div className={styles.foldings}>
          <Button look="bare" onClick={() => setUnfolded(new Set())} label="Fold all" />
          <Button look="bare" onClick={() => setUnfolded(new Set(sections.map(({ id }) => id)))} label="Unfold all" />
        </div>
      )}
      {sections.length === 0 && !state.removed && (
        <p className={styles.empty}>
          {isReadOnly ? 'This page has no sections.' : 'A page is made of sections, one below another. Add the first.'}
        </p>
      )}
      <ol ref={list} className={`${styles.list} ${dragStyles.list}`} {...handlers}>
        {/* One flat list: in a list of lists, React would make the elements of a section anew when it moves. */}
        {sections.flatMap((section, index) => [
          state.removed?.index === index && removedLine,
          dropBefore === index && <li key="drop" aria-hidden="true" className={dragStyles.drop} />,
          <SectionCard
            key={section.id}
            path={`${path}.${index}`}
            schema={schemas.get(section.kind)}
            section={section}
            index={index}
            count={sections.length}
            isOpen={unfolded.has(section.id) && drag === null}
            isReadOnly={isReadOnly}
            canAdd={canAdd}
            references={references}
            problems={problems}
            actions={actions}
          />,
        ])}
        {state.removed && state.removed.index >= sections.length && removedLine}
        {dropBefore === sections.length && <li aria-hidden="true" className={dragStyles.drop} />}
      </ol>
      {!isReadOnly && (
        <>
          <Button
            className={styles.add}
            disabled={!canAdd}
            aria-describedby={canAdd ? undefined : noteId}
            onClick={() => choosePlace(sections.at(-1)?.id ?? null)}
            icon={Plus}
            label="Add a section…"
          />
          {!canAdd && <p id={noteId}>A page has at most {max} sections.</p>}
        </>
      )}
      <p role="status" className="visually-hidden">
        {state.message}
      </p>
      {state.place && (
        <SectionPalette kinds={[...schemas.keys()]} onChosen={add} onClose={() => choosePlace(undefined)} />
      )}
    </fieldset>
  );
}
