import { DateText } from '../../parts/date.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Prose } from '../../parts/prose.tsx';
import { SectionActions } from '../../parts/section-actions.tsx';
import { getSectionAttributes } from '../../parts/section-attributes.ts';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { TableOfContents } from '../../parts/table-of-contents.tsx';
import { TitleBlock, type TitleBlockRow } from '../../parts/title-block.tsx';
import { createSection, type SectionPage, type SectionProps } from '../section.ts';
import styles from './view.module.css';

function PolicyDates({ version, effective }: SectionPage) {
  const rows: TitleBlockRow[] = [];
  if (version) rows.push(['Version', version]);
  if (effective) rows.push(['In force from', <DateText key="effective" iso={effective} />]);
  return rows.length > 0 && <TitleBlock rows={rows} />;
}

/** Renders a text as a section of its page, or at the readable line length of a long text beside its contents. */
function TextSection(props: SectionProps<'text', null>) {
  const { section, texts, contents, anchor, page } = props;
  const html = texts[''] ?? '';
  const actions = <SectionActions actions={section.actions} className={styles.actions} />;
  if (section.contents && !section.title) {
    return (
      <section id={anchor} {...getSectionAttributes(props)}>
        <LongText html={html} contents={contents} after={actions}>
          <PolicyDates {...page} />
        </LongText>
      </section>
    );
  }
  return (
    <SectionFrame {...props}>
      {section.contents && (
        <div className={styles.contents}>
          <PolicyDates {...page} />
          <TableOfContents items={contents} title="In this section" />
        </div>
      )}
      <Prose html={html} />
      {actions}
    </SectionFrame>
  );
}

export const section = createSection('text', { View: TextSection });
