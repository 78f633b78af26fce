import { Archive, FileText, Inbox } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterChips } from '../../parts/filter-chips.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Initials, Person } from '../../parts/initials.tsx';
import { Menu, menuItem } from '../../parts/menu.tsx';
import { Panel, PanelGrid } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Row, RowList } from '../../parts/row-list.tsx';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { type StateDrawing, stateDrawings } from '../../parts/state-drawings.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import styles from './specimen.module.css';
import { StudioSpecimen } from './specimen.tsx';

const people = ['Ada Lovelace', 'Grace Murray', 'דנה (כהן)', 'Radia Perlman', 'Katherine Johnson', 'X'];
const kinds = [
  { value: '', label: 'All' },
  { value: 'contact', label: 'Contact' },
  { value: 'enquiry', label: 'Enquiry' },
];
const archive = (
  <Button look="bare" aria-label="Mark as done: Rack space in Leeds">
    <Icon of={Archive} />
    Done
  </Button>
);

/** Renders what lists are made of: filters, views, rows, states, people, times, selections, and empty places. */
export function StudioListSpecimens() {
  const [selected, setSelected] = useState(3);
  return (
    <>
      <StudioSpecimen name="Icon, StateDot, Initials, Person, RelativeTime">
        <Icon of={Inbox} />
        <StateDot tone="live">Published</StateDot>
        <StateDot tone="next">Scheduled</StateDot>
        <StateDot tone="open">Draft</StateDot>
        <StateDot tone="soft">Withdrawn</StateDot>
        <StateDot tone="alert">Failed</StateDot>
        {people.map((name) => (
          <Initials key={name} name={name} label={name} />
        ))}
        <Person name="Ada Lovelace" />
        <RelativeTime at="2026-11-24T09:30:00Z" />
        <RelativeTime at="2031-05-06T08:30:00Z" />
      </StudioSpecimen>
      <StudioSpecimen name="FilterChips, ViewTabs">
        <div className={styles.stack}>
          <ViewTabs
            label="Views"
            views={[
              { label: 'All', query: {} },
              { label: 'Mine', query: { who: 'me' }, count: 4 },
              { label: 'Nobody’s', query: { who: 'nobody' }, count: 12 },
            ]}
          />
          <FilterChips
            search={{ name: 'q', label: 'Search messages', value: '' }}
            chips={[
              { name: 'kind', label: 'Kind', value: 'enquiry', options: kinds },
              { name: 'tag', label: 'Tag', value: '', options: [{ value: '', label: 'Any' }] },
            ]}
            columns={{ options: [{ value: 'kind', label: 'Kind' }], shown: ['kind'], initial: ['kind'] }}
          />
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="Panel, PanelGrid, RowList, Row">
        <PanelGrid>
          <Panel title="Unanswered" count={2} action={<a href="#unanswered">All</a>}>
            <RowList label="Unanswered messages">
              <Row
                to="#first"
                isStrong
                lead={<Initials name="Ada Lovelace" />}
                title="Rack space in Leeds"
                note="We need two racks from March, with cross connects to"
                end={<RelativeTime at="2026-11-24T09:30:00Z" />}
                acts={archive}
              />
              <Row to="#second" isCurrent lead={<Icon of={FileText} />} title="A row that is open" note="Draft" />
            </RowList>
          </Panel>
          <Panel title="Consultations">
            <EmptyState isSmall drawing="calendar" title="None in the next seven days." />
          </Panel>
        </PanelGrid>
      </StudioSpecimen>
      <StudioSpecimen name="Menu, SelectionBar">
        <Menu button="A menu">
          <button type="button" className={menuItem}>
            <Icon of={Archive} />
            Mark as done
          </button>
        </Menu>
        <div className={styles.stack}>
          <Button onClick={() => setSelected(selected + 1)}>Select one more</Button>
          <SelectionBar
            name="Bulk actions"
            count={selected}
            label={`${selected} selected`}
            onClear={() => setSelected(0)}
          >
            <Button>Assign…</Button>
            <Button>Mark as done</Button>
          </SelectionBar>
        </div>
      </StudioSpecimen>
      <StudioSpecimen name="EmptyState">
        {(Object.keys(stateDrawings) as StateDrawing[]).map((drawing) => (
          <EmptyState key={drawing} drawing={drawing} title={drawing} action={<Button>What to do next</Button>}>
            <p>What is the case, in a sentence.</p>
          </EmptyState>
        ))}
      </StudioSpecimen>
    </>
  );
}
