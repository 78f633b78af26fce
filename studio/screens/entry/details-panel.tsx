import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import type { FieldSchema } from '../../../contract/content/field-references.ts';
import type { FieldError } from '../../../contract/http/errors.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Choices, OpenedEntry } from '../../../contract/studio/shapes.ts';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import type { DraftSaver } from '../../saving/save-state.ts';
import { AddressPane } from './address-pane.tsx';
import styles from './details-panel.module.css';
import { FactsPane } from './facts-pane.tsx';
import { HistoryPane } from './history-pane.tsx';
import type { PaneProps } from './pane.ts';
import { needsWidePanel } from './parts-of-entry.ts';
import { ReviewPanel } from './review-panel.tsx';
import { SchedulePane } from './schedule-pane.tsx';

interface DetailsProps extends PaneProps {
  opened: OpenedEntry;
  choices: Choices;
  saver: DraftSaver;
  isDraft: boolean;
  isSaved: boolean;
  runAction: DraftSaver['runAction'];
  onProblems: (problems: FieldError[]) => void;
  onDone: (opened: OpenedEntry, message: string) => void;
}

function Group({
  title,
  needsScript = false,
  children,
}: {
  title: string;
  /** Whether its fields do nothing without JavaScript. */
  needsScript?: boolean;
  children: ReactNode;
}) {
  return (
    <details open className={styles.group} data-script={needsScript || undefined}>
      <summary className={styles.summary}>
        <span className={styles.sign}>
          <Icon of={ChevronRight} />
        </span>
        <h2 className={styles.title}>{title}</h2>
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}

function describeRename(links: number): string {
  const renamed = 'Renamed. Visitors find it at the new address, and the old one leads there.';
  if (links === 0) return renamed;
  return `${renamed} ${links === 1 ? 'One text that linked here leads' : `${links} texts that linked here lead`} to it now.`;
}

/** Returns the content while only title, summary and text change, so that a key renders no details. */
function useDetails(content: DraftContent): DraftContent {
  const { author, category, keywords, interests, position, fields } = content;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other parts are not shown here
  return useMemo(() => content, [author, category, keywords, interests, position, fields]);
}

/** Renders the parts of an entry that are not its text: facts, address, schedule, review and history. */
export function DetailsPanel({ content, saver, isDraft, isSaved, ...props }: DetailsProps) {
  const { properties = {} } = props.opened.fieldsSchema as FieldSchema;
  const details = useDetails(content);
  return (
    <aside
      id="details"
      aria-label="Details"
      className={styles.panel}
      data-wide={needsWidePanel({ properties }) || undefined}
    >
      {props.opened.entry.id > 0 ? (
        <>
          <ReviewPanel opened={props.opened} isDraft={isDraft} isSaved={isSaved} saver={saver} />
          <Groups {...props} isDraft={isDraft} content={details} />
        </>
      ) : (
        <p className={form.soft}>Nobody has changed this yet, so the site shows what it was delivered with.</p>
      )}
    </aside>
  );
}

type GroupsProps = Omit<DetailsProps, 'saver' | 'isSaved'>;

const Groups = memo(function Groups({ opened, choices, isDraft, ...props }: GroupsProps) {
  const { runAction, onProblems, onDone, ...pane } = props;
  const { entry } = opened;
  const { properties = {} } = opened.fieldsSchema as FieldSchema;
  // What is typed into facts before the script has loaded would not be saved.
  const hasScript = useHasScript();
  const locked = { ...pane, isReadOnly: pane.isReadOnly || !hasScript };
  const hasFacts = entry.type !== 'SETTING' && Object.keys(properties).some((name) => name !== 'sections');
  return (
    <>
      {hasFacts && (
        <Group title="Facts" needsScript>
          <FactsPane {...locked} schema={opened.fieldsSchema} choices={choices} />
        </Group>
      )}
      {entry.type !== 'SETTING' && (
        <Group title="Address and search" needsScript>
          <AddressPane
            {...locked}
            opened={opened}
            choices={choices}
            runAction={runAction}
            onRenamed={(changed, count) => onDone(changed, describeRename(count))}
          />
        </Group>
      )}
      <Group title="Schedule" needsScript>
        <SchedulePane
          opened={opened}
          isDraft={isDraft}
          fields={pane.content.fields}
          runAction={runAction}
          onRefused={onProblems}
          onDone={onDone}
        />
      </Group>
      <Group title="History">
        <HistoryPane opened={opened} />
      </Group>
    </>
  );
});
