import { ArrowDownToLine, ChevronRight, Copy, Eye, EyeOff, GripVertical, ScanEye, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import { changeProperty } from '../fields/change-property.ts';
import type { SchemaFieldProps } from '../fields/props.ts';
import { toLabel } from '../fields/schema.ts';
import { SchemaField } from '../fields/schema-field.tsx';
import { Button } from '../parts/button.tsx';
import drag from '../parts/drag.module.css';
import formStyles from '../parts/form.module.css';
import group from '../parts/group.module.css';
import { Icon } from '../parts/icon.tsx';
import { ItemTools } from '../parts/item-tools.tsx';
import { useHasScript } from '../parts/use-has-script.ts';
import styles from './section-card.module.css';
import { SectionDrawing } from './section-palette.tsx';
import { getFirstWords, getKindLabel, getSectionTitle, nameSection, type SectionValue } from './section-values.ts';

/** What can be done with a section of the list. */
export interface SectionActions {
  change(id: string, change: (section: SectionValue) => SectionValue): void;
  fold(id: string, isOpen: boolean): void;
  move(id: string, place: number): void;
  copy(id: string): void;
  show(id: string, isShown: boolean): void;
  remove(id: string): void;
  /** Asks for the kind of a section that is to stand below. */
  addBelow(id: string): void;
  /** Shows the section in the preview; undefined where there is no preview. */
  preview?: ((id: string) => void) | undefined;
}

interface SectionCardProps extends Pick<SchemaFieldProps, 'isReadOnly' | 'references' | 'problems'> {
  path: string;
  schema: FieldSchema | undefined;
  section: SectionValue;
  index: number;
  count: number;
  isOpen: boolean;
  canAdd: boolean;
  actions: SectionActions;
}

/** The properties that the buttons of a section edit, or nobody. */
const hidden = ['id', 'kind', 'shown'];
const [first, last] = [['title'], ['tone', 'anchor']];

/** Returns the properties of a section in the order of its form: its title, its own, its look. */
function listProperties({ properties = {} }: FieldSchema): [string, FieldSchema][] {
  const own = Object.keys(properties).filter((name) => ![...hidden, ...first, ...last].includes(name));
  return [...first, ...own, ...last].flatMap((name) => {
    const property = properties[name];
    return property ? [[name, property] as [string, FieldSchema]] : [];
  });
}

function SectionFields({ path, schema = {}, section, actions, ...field }: SectionCardProps) {
  const { id } = section;
  return listProperties(schema).map(([name, property]) => (
    <SchemaField
      key={name}
      isReadOnly={field.isReadOnly}
      references={field.references}
      problems={field.problems}
      path={`${path}.${name}`}
      label={toLabel(name)}
      schema={property}
      value={section[name]}
      isRequired={(schema.required?.includes(name) ?? false) && property.default === undefined}
      onChange={(changed, origins) =>
        actions.change(id, (now) => changeProperty(now, name, changed, origins) as SectionValue)
      }
    />
  ));
}

/** Renders what a folded section says: its drawing, kind, title and first words. */
function SectionSummary({ section, schema = {}, problems, path }: SectionCardProps) {
  const count = problems.filter((problem) => problem.path.startsWith(`${path}.`) || problem.path === path).length;
  return (
    <>
      <span className={styles.sign}>
        <Icon of={ChevronRight} />
      </span>
      <SectionDrawing kind={section.kind} />
      <span className={styles.names}>
        <span className={styles.kind}>
          {getKindLabel(section)}
          {section.shown === false && <span className={styles.hidden}>Hidden</span>}
          {count > 0 && <span className={group.error}>{count === 1 ? '1 problem' : `${count} problems`}</span>}
        </span>
        <span dir="auto" className={formStyles.strong}>
          {getSectionTitle(section)}
        </span>
        <span dir="auto" className={styles.words}>
          {getFirstWords(schema, section)}
        </span>
      </span>
    </>
  );
}

/** Renders one section of a page: a line that unfolds its form, and what can be done with it. */
export const SectionCard = memo(function SectionCard(props: SectionCardProps) {
  const { path, section, index, count, isOpen, isReadOnly, canAdd, actions } = props;
  const { id } = section;
  const name = nameSection(section, index);
  const isShown = section.shown !== false;
  // Without a script the browser unfolds a section, so its fields must be there. With one they are made when needed.
  const hasForm = !useHasScript() || isOpen;
  const tools = [
    ['Copy', Copy, canAdd, () => actions.copy(id)],
    [isShown ? 'Hide' : 'Show', isShown ? EyeOff : Eye, true, () => actions.show(id, !isShown)],
    ...(actions.preview ? ([['Show in preview', ScanEye, isShown, () => actions.preview?.(id)]] as const) : []),
    ['Add below…', ArrowDownToLine, canAdd, () => actions.addBelow(id)],
    ['Remove', Trash2, true, () => actions.remove(id)],
  ] as const;
  return (
    <li className={styles.card} data-item={id} data-shown={isShown}>
      {!isReadOnly && (
        <span
          className={`${styles.handle} ${drag.handle}`}
          aria-hidden="true"
          title="Drag to another place"
          data-handle
        >
          <Icon of={GripVertical} />
        </span>
      )}
      <details
        className={styles.details}
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) actions.fold(id, currentTarget.open);
        }}
      >
        <summary className={`${styles.summary} ${drag.summary}`} data-path={path}>
          <SectionSummary {...props} />
        </summary>
        {hasForm && (
          // biome-ignore lint/a11y/useSemanticElements: the fieldset of the list finds its own buttons by fieldsets
          <div role="group" aria-label={name} className={styles.form}>
            {!isReadOnly && (
              <div className={styles.actions}>
                {tools.map(([label, icon, isEnabled, run]) => (
                  <Button
                    key={label}
                    look="bare"
                    disabled={!isEnabled}
                    aria-label={`${label}: ${name}`}
                    onClick={run}
                    icon={icon}
                    label={label}
                  />
                ))}
              </div>
            )}
            <SectionFields {...props} />
          </div>
        )}
      </details>
      {!isReadOnly && (
        <div className={styles.tools}>
          <ItemTools name={name} index={index} count={count} onMove={(step) => actions.move(id, index + step)} />
        </div>
      )}
    </li>
  );
});
